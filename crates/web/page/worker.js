"use strict";

// The program in a thread of its own. A run gets a new instance of the module, whose memory is given back afterwards.

const text = new TextEncoder();

// Bytes from letters of seven bits. Letters from 256 on stand for one of those that a page cannot hold and the next one.
const UNFIT = [0, 13, 60];
const bytesOf = (letters, length) => {
  const bytes = new Uint8Array(length);
  let place = 0;
  let held = 0;
  let bits = 0;
  const take = (seven) => {
    held = (held << 7) | seven;
    bits += 7;
    if (bits >= 8 && place < length) {
      bits -= 8;
      bytes[place] = held >> bits;
      place += 1;
      held &= (1 << bits) - 1;
    }
  };
  for (let k = 0; k < letters.length; k += 1) {
    const letter = letters.charCodeAt(k);
    if (letter < 256) {
      take(letter);
    } else {
      take(UNFIT[(letter - 256) >> 7]);
      take(letter & 127);
    }
  }
  return bytes;
};

// What unpacks is small: base64 of gzip. The program is LZMA, which browsers cannot unpack themselves.
const unpacked = async ({ unpacker, letters, length }) => {
  const small = Uint8Array.from(atob(unpacker), (letter) => letter.charCodeAt(0));
  const stream = new Blob([small]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = (await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), {})).instance.exports;
  const packed = bytesOf(letters, length);
  const room = module.exactile_packed(length) >>> 0;
  new Uint8Array(module.memory.buffer, room, length).set(packed);
  const count = module.exactile_unpacked();
  if (count < 0) {
    throw new Error("this file is damaged: load it again");
  }
  return WebAssembly.compile(new Uint8Array(module.memory.buffer, module.exactile_place() >>> 0, count));
};

let program = null;
let started = 0;

// A question that needs no file. Browsers compile code where it is first used: asked once while nobody waits, it makes the
// first row that somebody checks five times as fast.
const REHEARSED = ["check", "--positives=3", "--negatives=3", "--reported=acc=0.5"];
const REST_MILLISECONDS = 100;
let resting = null;
let isRehearsed = false;

const rest = () => {
  clearTimeout(resting);
  if (!isRehearsed) {
    resting = setTimeout(() => {
      isRehearsed = true;
      run(REHEARSED, []);
    }, REST_MILLISECONDS);
  }
};

const instance = async () => {
  let told = 0;
  const progress = (done, of) => {
    const now = performance.now();
    if (now - told > 100) {
      told = now;
      postMessage({ progress: done, of });
    }
  };
  return (await WebAssembly.instantiate(await program, { env: { exactile_progress: progress } })).exports;
};

class TooLarge extends Error {}

const give = (module, bytes, take) => {
  const place = module.exactile_room(bytes.length) >>> 0;
  if (place === 0) {
    throw new TooLarge();
  }
  new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
  take();
};

// A copy of part k of the answer; null if there is none.
const part = (module, k) => {
  const length = module.exactile_length(k);
  const place = module.exactile_place(k) >>> 0;
  return length < 0 ? null : new Uint8Array(module.memory.buffer, place, length).slice();
};

const run = async (words, files) => {
  const module = await instance();
  try {
    for (const word of words) {
      give(module, text.encode(word), module.exactile_argument);
    }
    for (const { name, blob } of files) {
      give(module, text.encode(name), module.exactile_name);
      give(module, new Uint8Array(await blob.arrayBuffer()), module.exactile_file);
    }
    const status = module.exactile_run();
    const answer = { status, stdout: part(module, 0), stderr: part(module, 1), files: [] };
    for (let k = 2; ; k += 2) {
      const name = part(module, k);
      if (name === null) {
        return answer;
      }
      answer.files.push({ name: new TextDecoder().decode(name), bytes: part(module, k + 1) });
    }
  } catch (error) {
    const said = error instanceof TooLarge ? null : part(module, 1);
    const why = said === null || said.length === 0 ? "" : new TextDecoder().decode(said);
    const memory = error instanceof TooLarge || error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    return { failed: why || (memory ? "memory" : String(error)) };
  }
};

onmessage = async ({ data }) => {
  if (data.module !== undefined) {
    program = data.module instanceof WebAssembly.Module ? Promise.resolve(data.module) : unpacked(data.module);
    try {
      postMessage({ ready: await program });
    } catch (error) {
      postMessage({ broken: String(error) });
      return;
    }
    rest();
    return;
  }
  clearTimeout(resting);
  started = performance.now();
  const answer = await run(data.words, data.files);
  postMessage({ id: data.id, answer, milliseconds: performance.now() - started });
  rest();
};
