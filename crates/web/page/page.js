"use strict";

// The page: it asks the program in a worker, with the arguments of the command line, and shows what that writes.
// All that comes from files is set as text, never as markup.

const byId = (id) => document.getElementById(id);

// An element with attributes, and children that are elements or texts.
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") {
      element.addEventListener("click", value);
    } else if (value !== false && value !== null) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  element.append(...children);
  return element;
};

// Files

// Bytes of all files together from which on the page does not try.
const MOST_BYTES = 512 * 1024 * 1024;

// The files that questions are about: their names as arguments, and their bytes.
let data = [];

// A name that is no flag, and that no other file has.
const fresh = (name, files) => {
  const plain = name.startsWith("-") ? `./${name}` : name;
  const taken = (one) => files.some((file) => file.name === one);
  let free = plain;
  for (let k = 2; taken(free); k += 1) {
    free = plain.replace(/(\.[^.]*)?$/, (ending) => `-${k}${ending}`);
    if (k > 1000) {
      break;
    }
  }
  return free;
};

const named = (blobs) => {
  const files = [];
  for (const { name, blob } of blobs) {
    files.push({ name: fresh(name, files), blob });
  }
  return files;
};

const megabytes = (bytes) =>
  bytes < 1048576 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1048576).toFixed(bytes < 10485760 ? 1 : 0)} MB`;

// The worker

let worker = null;
let waiting = null;
let asked = 0;
let brokenBy = null;
// The program, once a worker has unpacked and compiled it: the workers after it get it as it is.
let compiled = null;

const NO_MEMORY =
  "error: this needs more memory than the browser gives to a page\nhint: give fewer rows or classifiers, or use the program exactile, which reads files as a stream";

const refusal = (text) => ({ answer: { failed: text }, milliseconds: 0 });

const settle = (found) => {
  const { resolve } = waiting ?? {};
  waiting = null;
  resolve?.(found);
};

const receive = ({ data: message }) => {
  if (message.broken !== undefined) {
    brokenBy = message.broken;
    settle(refusal(`error: this browser cannot run the program: ${brokenBy}\nhint: use a current Firefox, Chromium or Safari`));
  } else if (message.ready !== undefined) {
    compiled = message.ready;
  } else if (message.progress !== undefined) {
    showProgress(message.progress, message.of);
  } else if (waiting !== null && message.id === waiting.id) {
    settle(message);
  }
};

const startWorker = () => {
  const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
  const url = URL.createObjectURL(source);
  worker = new Worker(url);
  worker.onmessage = receive;
  worker.onerror = (event) => {
    event.preventDefault?.();
    restart(`error: the work has ended unexpectedly${event.message ? `: ${event.message}` : ""}\nhint: ask again; your files are still here`);
  };
  if (compiled !== null) {
    worker.postMessage({ module: compiled });
    return;
  }
  const program = byId("module");
  const [unpacker, letters, length] = [byId("unpacker").textContent, program.textContent, Number(program.dataset.bytes)];
  worker.postMessage({ module: { unpacker, letters, length } });
};

// Ends the work at hand, whatever it does.
const restart = (why) => {
  worker?.terminate();
  startWorker();
  settle(refusal(why));
};

// The status of a run without an answer.
const FAILED = 3;

// What the program answers to these arguments: status, texts and files. One question at a time.
const run = async (words, files = data) => {
  while (waiting !== null) {
    await waiting.promise;
  }
  asked += 1;
  const id = asked;
  let resolve = null;
  const promise = new Promise((settled) => {
    resolve = settled;
  });
  waiting = { id, promise, resolve };
  if (worker === null) {
    startWorker();
  }
  worker.postMessage({ id, words, files });
  const { answer, milliseconds } = await promise;
  const decode = (bytes) => (bytes ? new TextDecoder().decode(bytes) : "");
  if (answer.failed !== undefined) {
    const failed = answer.failed === "memory" ? NO_MEMORY : answer.failed;
    const text = /^error: /.test(failed) ? failed : `error: the program has a fault: ${failed}\nhint: please report it with your file, if you may`;
    return { status: FAILED, stdout: "", stderr: text, files: [], milliseconds };
  }
  return { ...answer, stdout: decode(answer.stdout), stderr: decode(answer.stderr), milliseconds };
};

// For scripts of others, in the browser's console: `await exactile.run(["--version"], [])`.
globalThis.exactile = { run };

const showProgress = (done, of) => {
  const bar = byId("progress");
  if (of > 0) {
    bar.max = of;
    bar.value = done;
  } else {
    bar.removeAttribute("value");
  }
};

// Work whose progress is shown, and which can be cancelled.
let shownWork = 0;

const during = async (doing, work) => {
  shownWork += 1;
  const own = shownWork;
  byId("refused").replaceChildren();
  byId("doing").textContent = doing;
  byId("progress").removeAttribute("value");
  byId("working").hidden = false;
  try {
    return await work();
  } finally {
    // Work that came later is still shown.
    if (own === shownWork) {
      byId("working").hidden = true;
    }
  }
};

// The last thing that was wished for: what earlier wishes find is not shown any more, and their work ends.
let wish = 0;

const wished = () => {
  if (waiting !== null) {
    restart("error: replaced by another question\nhint: ask again");
  }
  wish += 1;
  return wish;
};

byId("cancel").addEventListener("click", () => {
  restart("error: cancelled\nhint: ask again when you like");
});

// Command lines and lines of Python

const shell = (words) =>
  ["exactile", ...words]
    .map((word) => (/^[\w\-./,:=+@%]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");

const python = (value) => {
  if (value === true) {
    return "True";
  }
  if (Array.isArray(value)) {
    return `[${value.map(python).join(", ")}]`;
  }
  // JSON's escapes are Python's, but for pairs of surrogates, which stay as they are.
  return JSON.stringify(value);
};

const call = (name, first, named) => {
  const rest = Object.entries(named).map(([key, value]) => `${key}=${python(value)}`);
  return `${name}(${[...first.map(python), ...rest].join(", ")})`;
};

// The door: how the data are read

const DOOR = [
  { key: "truth", label: "Truth", hint: "the column of true labels" },
  { key: "positive", label: "Positive class", hint: "its label" },
  { key: "only", label: "Classifiers", hint: "columns, with commas between", list: true },
  { key: "ignore", label: "Ignored", hint: "a column to leave out", list: true },
  { key: "weight", label: "Weight", hint: "the column of the rows' weights" },
  { key: "id", label: "Identifier", hint: "the column that joins rows" },
  { key: "model", label: "Name column of a long table", hint: "a row per classifier and sample" },
  { key: "prediction", label: "Prediction column of a long table", hint: "" },
  { key: "prior", label: "Positive prior of rates", hint: "0.2 or 1/5" },
  { key: "flip", label: "Models whose low scores mean positive", hint: "with commas between", list: true },
  { key: "where", label: "Only rows with", hint: "COLUMN=VALUE" },
  { key: "input-format", label: "Form", choices: ["", "matrices", "rates", "predictions", "scores", "json"] },
  { key: "drop-missing", label: "Leave out rows with missing values", flag: true },
  { key: "correct", label: "Columns say who was right", flag: true },
];

const field = (entry, prefix) => {
  const id = `${prefix}-${entry.key}`;
  const label = make("label", { for: id }, entry.label);
  if (entry.flag) {
    return make("div", { class: "field" }, label, make("input", { id, type: "checkbox" }));
  }
  if (entry.choices) {
    const options = entry.choices.map((choice) => make("option", { value: choice }, choice === "" ? "as found" : choice));
    return make("div", { class: "field" }, label, make("select", { id }, ...options));
  }
  if (entry.names) {
    return make("div", { class: "field" }, label, make("select", { id, "data-names": true }));
  }
  if (entry.file) {
    return make("div", { class: "field wide" }, label, make("input", { id, type: "file" }));
  }
  if (entry.long) {
    return make("div", { class: "field wide" }, label, make("textarea", { id, rows: 5, spellcheck: "false", placeholder: entry.hint }));
  }
  const input = make("input", { id, type: "text", placeholder: entry.hint, autocomplete: "off", spellcheck: "false" });
  input.value = entry.value ?? "";
  return make("div", { class: entry.wide ? "field wide" : "field" }, label, input);
};

const given = (entry, prefix) => {
  const input = byId(`${prefix}-${entry.key}`);
  if (entry.flag) {
    return input.checked ? true : null;
  }
  return input.value.trim() === "" ? null : input.value.trim();
};

// The flags of the door as they are set, joined to their values, so that a value may begin with a dash.
const doorFlags = () =>
  DOOR.flatMap((entry) => {
    const value = given(entry, "door");
    if (value === null) {
      return [];
    }
    return [value === true ? `--${entry.key}` : `--${entry.key}=${value}`];
  });

// The same as arguments of `Tile.read`.
const doorPython = () => {
  const named = {};
  for (const entry of DOOR) {
    const value = given(entry, "door");
    if (value !== null) {
      const key = entry.key === "input-format" ? "format" : entry.key.replaceAll("-", "_");
      named[key] = entry.list ? value.split(",").map((one) => one.trim()) : value;
    }
  }
  return named;
};

const names = () => data.map((file) => file.name);

const readLines = () => {
  const read = doorPython();
  const where = byId("door-where").value.trim();
  delete read.where;
  let line = call("tile = Tile.read", [data.length === 1 ? data[0].name : "joined.csv"], read);
  if (where !== "") {
    const at = where.indexOf("=");
    const pair = `{${python(where.slice(0, at))}: ${python(where.slice(at + 1))}}`;
    line = line.replace(/\)$/, `, where=${pair})`);
  }
  const joined = data.length > 1 ? ["# First join the files by the identifier of the samples, with pandas.merge, into joined.csv."] : [];
  return ["from exactile import Tile", ...joined, line];
};

// What was understood

let understood = null;

const pairs = (list) => {
  const terms = list.filter(([, value]) => value !== null && value !== "");
  return make("dl", {}, ...terms.flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, ...[value].flat())]));
};

const bdi = (text) => make("bdi", {}, String(text));

const listed = (all) => {
  const shown = all.slice(0, 60).flatMap((name, k) => [k === 0 ? "" : ", ", bdi(name)]);
  return all.length > 60 ? [...shown, ` and ${all.length - 60} more`] : shown;
};

// Flags that a hint names, ready to be pressed.
const HINTED = /--(truth|positive|only|ignore|weight|id|model|prediction|prior|flip|where|input-format)[ =]('(?:[^']|'\\'')*'|[^\s;:]+)|--(drop-missing|correct)\b/g;

const proposals = (hint) => {
  const found = [];
  for (const [, key, value, flag] of hint.matchAll(HINTED)) {
    const plain = value?.replace(/^'(.*)'$/, "$1").replaceAll("'\\''", "'").replace(/^"(.*)"[,.]?$/, "$1");
    // A word in capitals stands for a value.
    if (flag !== undefined) {
      found.push([flag, true]);
    } else if (!/^[A-Z]+(=[A-Z]+)?[,.]?$/.test(plain) || key === "positive") {
      found.push([key, plain.replace(/,$/, "")]);
    }
  }
  return found.filter(([key, value], k) => found.findIndex((other) => other[0] === key && other[1] === value) === k);
};

const setDoor = (key, value) => {
  const input = byId(`door-${key}`);
  if (value === true) {
    input.checked = true;
  } else if (["only", "ignore"].includes(key) && input.value.trim() !== "" && key === "ignore") {
    input.value = `${input.value},${value}`;
  } else {
    input.value = value;
  }
};

const proposed = (key, value) => {
  const text = value === true ? `--${key}` : `--${key} ${value}`;
  return make("button", { type: "button", onclick: () => { setDoor(key, value); read(); } }, text);
};

// Errors and hints of the program, with buttons for the flags that a hint names.
const showRefusal = (place, stderr, isAboutReading) => {
  const lines = stderr.trim().split("\n");
  const parts = [];
  for (const line of lines) {
    const [kind] = line.split(":", 1);
    const rest = line.slice(kind.length + 2);
    if (kind === "error") {
      parts.push(make("p", { class: "wrong" }, bdi(rest)));
    } else if (kind === "hint") {
      parts.push(make("p", {}, "To mend it: ", bdi(rest)));
      const buttons = isAboutReading ? proposals(rest).map(([key, value]) => proposed(key, value)) : [];
      if (buttons.length > 0) {
        parts.push(make("p", { class: "line" }, ...buttons));
      }
    } else if (line !== "") {
      parts.push(make("p", { class: "note" }, bdi(line)));
    }
  }
  place.replaceChildren(...parts);
};

const showReading = (found) => {
  const counts = found.samples === null ? null : `${found.samples}${found.positives === null ? "" : `: ${found.positives} positive, ${found.negatives} negative`}`;
  const ignored = found.ignored.map(({ column, why }) => make("div", {}, bdi(column), `: ${why}`));
  const list = pairs([
    ["form", found.form],
    ["truth", found.truth === null ? null : bdi(found.truth)],
    ["positive class", found.positive === null ? null : bdi(found.positive)],
    ["classifiers", listed(found.classifiers)],
    ["ignored", ignored.length === 0 ? null : ignored],
    ["samples", counts],
    ["rows with missing values", found.missing > 0 ? String(found.missing) : null],
    ["flags that state this", found.flags.length === 0 ? null : make("code", {}, bdi(found.flags.join(" ")))],
  ]);
  const notes = found.notes.map((note) => make("p", { class: "note" }, bdi(note)));
  const parts = [list, ...notes];
  if (found.undecided.length > 0) {
    const buttons = found.undecided.map((label) => proposed("positive", label));
    parts.unshift(make("p", { class: "wrong" }, "Which label is positive? "), make("p", { class: "line" }, ...buttons));
  }
  byId("reading").replaceChildren(...parts);
};

const nameFields = () => {
  const classifiers = understood?.classifiers ?? [];
  for (const select of document.querySelectorAll("select[data-names]")) {
    select.replaceChildren(...classifiers.map((name) => make("option", { value: name }, name)));
    if (select.id.endsWith("-second") && classifiers.length > 1) {
      select.selectedIndex = 1;
    }
  }
};

// Reads the data as the door says; then answers with the report, if it can.
const read = async () => {
  const own = wished();
  understood = null;
  byId("understood").hidden = false;
  clearResult();
  const found = await during("reading", () => run(["inspect", ...names(), ...doorFlags(), "--format=json"]));
  if (own !== wish) {
    return;
  }
  if (found.status !== 0) {
    showRefusal(byId("reading"), found.stderr, true);
    byId("changing").open = true;
    return;
  }
  understood = JSON.parse(found.stdout);
  showReading(understood);
  nameFields();
  if (understood.undecided.length > 0) {
    return;
  }
  choose(QUESTIONS[0]);
  await ask(QUESTIONS[0]);
};

const take = async (blobs) => {
  const bytes = blobs.reduce((sum, { blob }) => sum + blob.size, 0);
  const told = byId("loaded");
  if (blobs.length === 0) {
    return;
  }
  if (bytes > MOST_BYTES) {
    told.replaceChildren(
      make("span", { class: "wrong" }, `${blobs.map(({ name }) => name).join(", ")}: ${megabytes(bytes)} are too much for a page, which takes up to ${megabytes(MOST_BYTES)}. `),
      "The program exactile reads such files as a stream.",
    );
    return;
  }
  data = named(blobs);
  told.replaceChildren("Taken: ", ...listed(names()), ` (${megabytes(bytes)})`);
  byId("door").reset();
  await read();
};

// Questions

const SCORE = { key: "score", label: "Score", hint: "f1, mcc, accuracy, f-beta(2), ...", value: "f1" };

const costs = (flags) => {
  const both = [given({ key: "cost-fp" }, "thresholds"), given({ key: "cost-fn" }, "thresholds")];
  return both.every((one) => one !== null) ? [`--cost-fp=${both[0]}`, `--cost-fn=${both[1]}`, ...flags] : flags;
};

const value = (question, key) => given(question.fields.find((entry) => entry.key === key), question.key);

const optional = (question, keys) =>
  keys.flatMap((key) => {
    const one = value(question, key);
    return one === null ? [] : [one === true ? `--${key}` : `--${key}=${one}`];
  });

const optionalPython = (question, keys) =>
  Object.fromEntries(keys.map((key) => [key.replaceAll("-", "_"), value(question, key)]).filter(([, one]) => one !== null));

// A question has fields, the arguments that ask it, lines of Python that do the same, and further files that may be
// downloaded: an ending, and the arguments that make such a file. One that takes long has a first answer: arguments that
// draw a picture at once.
const QUESTIONS = [
  {
    key: "report",
    title: "Report",
    about: "One page to choose by: who is first for which preference, regions of the Tile, ROC space, tables, pairs.",
    fields: [
      { key: "title", label: "Title", hint: "of the page" },
      { key: "preference", label: "Preference", hint: "a score's name, or a,b" },
      { key: "target-prior", label: "Positive prior of the population", hint: "as in the data" },
    ],
    words: (question) => ["report", ...names(), ...doorFlags(), ...optional(question, ["title", "preference", "target-prior"]), "-o", output("report.html")],
    python: (question) => [...readLines(), call("tile.report", ["report.html"], optionalPython(question, ["title", "preference", "target-prior"]))],
    first: (question) => question.files(question).svg,
    files: () => {
      const prior = optional(QUESTIONS[0], ["target-prior"]);
      return {
        json: ["regions", ...names(), ...doorFlags(), ...prior, "--format=json"],
        csv: ["regions", ...names(), ...doorFlags(), ...prior, "--format=csv"],
        svg: ["tile", ...names(), ...doorFlags(), ...prior, "--show=scores,legend", "-o", output("tile.svg")],
        png: ["tile", ...names(), ...doorFlags(), ...prior, "--show=scores,legend", "-o", output("tile.svg")],
      };
    },
  },
  {
    key: "compare",
    title: "Compare two",
    about: "Which of two is better by a score, and how sure that is.",
    fields: [
      { key: "first", label: "First", names: true },
      { key: "second", label: "Second", names: true },
      SCORE,
      { key: "margin", label: "Margin", hint: "not worse by this much" },
    ],
    words: (question) => ["compare", ...names(), ...doorFlags(), ...optional(question, ["first", "second", "score", "margin"])],
    python: (question) => {
      const { first, second, score, ...rest } = optionalPython(question, ["first", "second", "score", "margin"]);
      return [...readLines(), `print(${call("tile.compare", [first ?? "", second ?? "", score ?? ""], rest)})`];
    },
    files: (question) => ({
      json: [...question.words(question), "--format=json"],
      csv: [...question.words(question), "--format=csv"],
      // A zone is one of classifiers, not of models at many thresholds.
      ...(understood?.form !== "scores" && {
        svg: ["zone", ...names(), ...doorFlags(), `--better=${value(question, "first")}`, `--than=${value(question, "second")}`, "-o", output("zone.svg")],
      }),
    }),
  },
  {
    key: "thresholds",
    title: "Thresholds",
    about: "From which score on to call a case positive, given what errors cost. The data are scores.",
    fields: [
      { key: "cost-fp", label: "Cost of a false alarm", value: "1", hint: "1" },
      { key: "cost-fn", label: "Cost of a miss", value: "5", hint: "5" },
      { key: "subject-to", label: "Condition", hint: "fpr <= 0.05" },
    ],
    words: (question) => ["thresholds", ...names(), ...doorFlags(), ...optional(question, ["cost-fp", "cost-fn", "subject-to"])],
    python: (question) => [...readLines(), `print(${call("tile.thresholds", [], optionalPython(question, ["cost-fp", "cost-fn", "subject-to"]))})`],
    files: (question) => ({
      json: [...question.words(question), "--format=json"],
      csv: [...question.words(question), "--format=csv"],
      svg: ["roc", ...names(), ...doorFlags(), ...costs([]), "-o", output("roc.svg")],
    }),
  },
  {
    key: "check",
    title: "Check reported scores",
    about: "Can printed scores be true? One row, or a pasted table with columns positives, negatives and one per score. No data are needed.",
    needs: false,
    fields: [
      { key: "positives", label: "Positive samples", value: "100", hint: "100 or 70-80" },
      { key: "negatives", label: "Negative samples", value: "500", hint: "500" },
      { key: "reported", label: "Reported", value: "sens=0.51 spec=0.94 acc=0.87", hint: "sens=0.51 spec=0.94", wide: true },
      { key: "table", label: "Or a table", long: true, hint: "name,positives,negatives,accuracy,f1" },
      { key: "rounding", label: "Rounding", choices: ["", "nearest", "truncated", "unit"] },
    ],
    words: (question) => {
      const rounding = optional(question, ["rounding"]);
      return value(question, "table") === null
        ? ["check", ...optional(question, ["positives", "negatives", "reported"]), ...rounding]
        : ["check", "reported.csv", ...rounding];
    },
    more: (question) => (value(question, "table") === null ? [] : [{ name: "reported.csv", blob: new Blob([byId("check-table").value]) }]),
    python: (question) => {
      const { reported, ...sizes } = optionalPython(question, ["reported", "positives", "negatives", "rounding"]);
      const isTable = value(question, "table") !== null;
      const shown = isTable ? 'exactile.check(open("reported.csv").read())' : call("exactile.check", [reported ?? ""], sizes);
      return ["import exactile", `print(${shown})`];
    },
    files: (question) => ({
      json: [...question.words(question), "--format=json"],
      csv: [...question.words(question), "--format=csv"],
    }),
  },
  {
    key: "verify",
    title: "Verify a result",
    about: "Is a result in JSON right about the data? It is proved again by other code than that which made it.",
    fields: [{ key: "result", label: "The result, in JSON", file: true }],
    words: (question) => ["verify", resultFile(question)?.name ?? "result.json", ...names(), ...doorFlags()],
    more: (question) => [resultFile(question)].filter(Boolean),
    python: (question) => [
      "import json, subprocess",
      `print(json.loads(subprocess.run([${["exactile", ...question.words(question), "--format=json"].map(python).join(", ")}], capture_output=True, text=True).stdout))`,
    ],
    files: (question) => ({
      json: [...question.words(question), "--format=json"],
      csv: [...question.words(question), "--format=csv"],
    }),
  },
];

const resultFile = () => {
  const [file] = byId("verify-result").files;
  return file ? { name: fresh(file.name, data), blob: file } : null;
};

// The name of a result that no input has.
const output = (name) => fresh(name, data);

// Downloads

const save = (name, parts, type) => {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = make("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
};

const TYPES = { html: "text/html", json: "application/json", csv: "text/csv", svg: "image/svg+xml", png: "image/png" };

// A picture as pixels, two for each of its own. The program in this page draws none: the browser has fonts for all scripts.
const asPng = async (svg) => {
  const url = URL.createObjectURL(new Blob([svg], { type: TYPES.svg }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = make("canvas", { width: String(2 * image.naturalWidth), height: String(2 * image.naturalHeight) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, TYPES.png));
  } finally {
    URL.revokeObjectURL(url);
  }
};

const filesOf = (question) => [...data, ...(question.more?.(question) ?? [])];

const download = async (question, ending, words) => {
  const files = filesOf(question);
  const found = await during(`writing ${ending.toUpperCase()}`, () => run(words, files));
  if (found.status > 1) {
    showRefusal(byId("refused"), found.stderr, false);
    return;
  }
  const [file] = found.files;
  const bytes = file?.bytes ?? found.stdout;
  const name = file?.name ?? `${words[0]}.${ending}`;
  if (ending === "png") {
    save(name.replace(/svg$/, "png"), [await asPng(bytes)], TYPES.png);
  } else {
    save(name, [bytes], TYPES[ending]);
  }
};

const copying = (text) => {
  const button = make("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      // Without the permission the text is marked, to be copied by hand.
      getSelection().selectAllChildren(button.previousElementSibling);
    }
  });
  return make("div", { class: "same" }, make("pre", { tabindex: "0" }, text), button);
};

// Results

let shownUrl = null;

const clearResult = () => {
  byId("refused").replaceChildren();
  byId("result").replaceChildren();
  if (shownUrl !== null) {
    URL.revokeObjectURL(shownUrl);
    shownUrl = null;
  }
};

// Shows the first answer, if there is one.
const showFirst = ({ status, files }) => {
  const [picture] = files;
  if (status !== 0 || picture === undefined) {
    return;
  }
  shownUrl = URL.createObjectURL(new Blob([picture.bytes], { type: TYPES.svg }));
  const image = make("img", { id: "first", alt: "The Tile: which classifier is first for which preference", src: shownUrl });
  byId("result").replaceChildren(image, make("p", { class: "note" }, "Who is first for which preference. The report with intervals and comparisons follows."));
};

const STATUS = { 0: null, 1: "A check does not hold." };

const ask = async (question) => {
  if (question.needs !== false && data.length === 0) {
    byId("refused").replaceChildren(make("p", { class: "wrong" }, "Give your data first, above."));
    return;
  }
  const own = wished();
  clearResult();
  const words = question.words(question);
  const lines = question.python(question);
  const files = filesOf(question);
  const found = await during(question.title, async () => {
    if (question.first !== undefined) {
      const first = await run(question.first(question), files);
      // Another question, or cancelled.
      if (own !== wish || first.status === FAILED) {
        return first;
      }
      showFirst(first);
    }
    return run(words, files);
  });
  if (own !== wish) {
    return;
  }
  clearResult();
  if (found.status > 1) {
    showRefusal(byId("refused"), found.stderr, question.needs !== false);
    return;
  }
  const parts = [];
  if (STATUS[found.status]) {
    parts.push(make("p", { class: "wrong" }, STATUS[found.status]));
  }
  for (const line of found.stderr.trim().split("\n").filter((one) => one !== "")) {
    parts.push(make("p", { class: "note" }, bdi(line)));
  }
  const [page] = found.files;
  const buttons = Object.entries(question.files(question)).map(([ending, more]) =>
    make("button", { type: "button", "data-ending": ending, onclick: () => download(question, ending, more) }, ending.toUpperCase()),
  );
  if (page) {
    const blob = new Blob([page.bytes], { type: "text/html" });
    shownUrl = URL.createObjectURL(blob);
    buttons.unshift(make("button", { type: "button", "data-ending": "html", onclick: () => save(page.name, [blob], TYPES.html) }, "The page (HTML)"));
    parts.push(make("iframe", { title: "The report", sandbox: "allow-scripts allow-downloads allow-forms allow-modals", src: shownUrl }));
  } else {
    parts.push(make("pre", { id: "text", tabindex: "0" }, bdi(found.stdout)));
  }
  parts.push(make("p", { class: "line" }, "Download: ", ...buttons));
  parts.push(make("h3", {}, "The same on the command line"), copying(shell(words)));
  parts.push(make("h3", {}, "The same in Python"), copying(lines.join("\n")));
  parts.push(make("p", { class: "note", id: "time" }, `Computed here in ${(found.milliseconds / 1000).toFixed(2)} s.`));
  byId("result").replaceChildren(...parts);
};

const choose = (question) => {
  for (const other of QUESTIONS) {
    const isChosen = other === question;
    byId(`tab-${other.key}`).setAttribute("aria-selected", String(isChosen));
    byId(`tab-${other.key}`).tabIndex = isChosen ? 0 : -1;
    byId(`panel-${other.key}`).hidden = !isChosen;
  }
};

const buildQuestions = () => {
  QUESTIONS.forEach((question, k) => {
    const { key, title, about } = question;
    const tab = make("button", { type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}` }, title);
    tab.addEventListener("click", () => {
      choose(question);
      clearResult();
    });
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) {
        const next = QUESTIONS[(k + step + QUESTIONS.length) % QUESTIONS.length];
        choose(next);
        clearResult();
        byId(`tab-${next.key}`).focus();
      }
    });
    byId("tabs").append(tab);
    const form = make("form", {}, make("div", { class: "fields" }, ...question.fields.map((entry) => field(entry, key))), make("p", {}, make("button", { type: "submit" }, "Ask")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask(question);
    });
    byId("panels").append(make("div", { role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}` }, make("p", { class: "note" }, about), form));
  });
};

// What people do

const wire = () => {
  byId("door-fields").append(...DOOR.map((entry) => field(entry, "door")));
  buildQuestions();
  choose(QUESTIONS[0]);
  byId("door").addEventListener("submit", (event) => {
    event.preventDefault();
    read();
  });
  byId("door-reset").addEventListener("click", () => setTimeout(read, 0));
  byId("files").addEventListener("change", () => take([...byId("files").files].map((file) => ({ name: file.name, blob: file }))));
  byId("take").addEventListener("click", () => {
    const text = byId("pasted").value;
    const isJson = /^\s*[[{]/.test(text);
    take(text.trim() === "" ? [] : [{ name: isJson ? "pasted.json" : "pasted.csv", blob: new Blob([text]) }]);
  });
  for (const button of document.querySelectorAll("[data-example]")) {
    const name = button.dataset.example;
    button.addEventListener("click", async () => {
      const zipped = Uint8Array.from(atob(byId(`example-${name}`).textContent), (letter) => letter.charCodeAt(0));
      const unzipped = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
      take([{ name: `${name}.csv`, blob: await new Response(unzipped).blob() }]);
    });
  }
  const drop = byId("drop");
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  document.addEventListener("dragleave", () => drop.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take([...event.dataTransfer.files].map((file) => ({ name: file.name, blob: file })));
  });
};

wire();
// In a task of its own: handing the program over takes a while, in which people read and type.
setTimeout(() => worker ?? startWorker());
