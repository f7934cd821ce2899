//! Files for commands: tables of all kinds, well-formed, mutated, long and packed.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use exactile_fuzz::Mutator;
use fastrand::Rng;

/// Names of classifiers and columns. What is asked for by name is taken from here.
pub(crate) const NAMES: [&str; 14] = [
    "a", "b", "c", "lda", "count", "--help", "y_true", "a,b", "a\"b", "é", "m >= 0.5", "name", "*",
    "",
];

/// A number as people write it, or as nobody does.
pub(crate) fn number(random: &mut Rng) -> String {
    match random.u8(0..14) {
        0 => "0".to_owned(),
        1 => "1".to_owned(),
        2 => "1/2".to_owned(),
        3 => format!("0.{:03}", random.u16(0..1000)),
        4 => format!("{}/{}", random.u32(0..50), random.u32(1..100)),
        5 => random.u32(0..200).to_string(),
        6 => format!("{}%", random.u8(0..=100)),
        7 => format!("{}e{}", random.u8(..), random.i8(..)),
        8 => format!("1e-{}", random.u16(0..5000)),
        9 => random.u64(..).to_string(),
        10 => format!("-{}", random.u8(..)),
        11 => "9".repeat(random.usize(1..70)),
        12 => format!("1/{}7", "3".repeat(random.usize(1..40))),
        _ => ["NaN", "inf", "1/0", "", "0x1", "1,2", "½", "1e999999999"][random.usize(0..8)]
            .to_owned(),
    }
}

/// Writes an input of one of the kinds, and returns its name.
pub(crate) fn write(folder: &Path, stem: &str, most_bytes: usize, random: &mut Rng) -> String {
    type Make = fn(usize, &mut Rng) -> String;
    let kinds: [(&str, Make); 8] = [
        ("csv", matrices),
        ("csv", matrices),
        ("csv", rates),
        ("csv", predictions),
        ("csv", scores),
        ("json", json),
        ("csv", long_table),
        ("csv", reported),
    ];
    let (ending, make) = kinds[random.usize(0..kinds.len())];
    let rows = match random.u8(0..12) {
        0 => 1,
        1 => random.usize(1..1 + most_bytes / 24),
        _ => random.usize(2..24),
    };
    let mut content = make(rows, random).into_bytes();
    content.truncate(most_bytes);
    if random.u8(0..12) == 0 {
        let corpus = [content.clone(), predictions(5, random).into_bytes()];
        let mutant = Mutator::new(&corpus, random.u64(..)).input(2);
        // Mutated inputs are short: the rest stays as it was.
        let kept = content.split_off(mutant.len().min(content.len()));
        content = [mutant, kept].concat();
    }
    let (name, content) = packed(format!("{stem}.{ending}"), content, random);
    std::fs::write(folder.join(&name), content).expect("an input");
    name
}

fn packed(name: String, content: Vec<u8>, random: &mut Rng) -> (String, Vec<u8>) {
    match random.u8(0..10) {
        0 => {
            let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            gz.write_all(&content).expect("in memory");
            (format!("{name}.gz"), gz.finish().expect("in memory"))
        }
        1 => {
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            (format!("{name}.zst"), ruzstd::encoding::compress_to_vec(&content[..], level))
        }
        _ => (name, content),
    }
}

fn name(position: usize, random: &mut Rng) -> String {
    let hostile = random.u8(0..30) == 0;
    let name = if hostile { NAMES[random.usize(0..NAMES.len())] } else { NAMES[position % 4] };
    let name = if position < 4 { name.to_owned() } else { format!("{name}{position}") };
    quoted(&name)
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn matrices(rows: usize, random: &mut Rng) -> String {
    let mut text = "name,tn,fp,fn,tp\n".to_owned();
    let (p, n) = (random.u64(1..60), random.u64(1..90));
    let kind = random.u8(0..8);
    for k in 0..rows {
        let mut cells = match kind {
            // All equal, collinear, of many digits, or of any sizes.
            0 => [n / 2, n - n / 2, p / 3, p - p / 3].map(|cell| cell.to_string()),
            1 => {
                let k = k as u64;
                [k, rows as u64 - k, rows as u64 - k, k].map(|cell| cell.to_string())
            }
            2 => [(); 4].map(|()| (0..60).map(|_| char::from(b'0' + random.u8(..10))).collect()),
            3 => [(); 4].map(|()| random.u64(0..40).to_string()),
            _ => {
                let (tn, tp) = (random.u64(0..=n), random.u64(0..=p));
                [tn, n - tn, p - tp, tp].map(|cell| cell.to_string())
            }
        };
        if random.u8(0..60) == 0 {
            cells[random.usize(0..4)] = number(random);
        }
        let _ = writeln!(text, "{},{}", name(k, random), cells.join(","));
    }
    text
}

fn rates(rows: usize, random: &mut Rng) -> String {
    let has_prior = random.bool();
    let mut text = format!("name,tnr,tpr{}\n", if has_prior { ",prior" } else { "" });
    let rate = |random: &mut Rng| match random.u8(0..8) {
        0 if random.u8(0..4) == 0 => number(random),
        _ => format!("0.{:02}", random.u8(1..100)),
    };
    let prior = rate(random);
    for k in 0..rows {
        let _ = write!(text, "{},{},{}", name(k, random), rate(random), rate(random));
        if has_prior {
            let other = random.u8(0..6) == 0;
            let _ = write!(text, ",{}", if other { rate(random) } else { prior.clone() });
        }
        text.push('\n');
    }
    text
}

fn header(first: &str, models: usize, random: &mut Rng) -> String {
    let names: Vec<String> = (0..models).map(|k| name(k, random)).collect();
    format!("{first},{}\n", names.join(","))
}

fn predictions(rows: usize, random: &mut Rng) -> String {
    let models = 1 + random.usize(0..6);
    let labels = [["0", "1"], ["0", "1"], ["no", "yes"], ["False", "True"]][random.usize(0..4)];
    let mut text = header("y_true", models, random);
    for k in 0..rows.max(4) {
        let truth = k % 2;
        text.push_str(labels[truth]);
        for _ in 0..models {
            let wrong = random.u8(0..4) == 0;
            let missing = random.u8(0..200) == 0;
            let said = if missing { "NA" } else { labels[truth ^ usize::from(wrong)] };
            let _ = write!(text, ",{said}");
        }
        text.push('\n');
    }
    text
}

fn scores(rows: usize, random: &mut Rng) -> String {
    let models = 1 + random.usize(0..4);
    let mut text = header("y_true", models, random);
    for k in 0..rows.max(4) {
        let _ = write!(text, "{}", k % 2);
        for _ in 0..models {
            let tied = random.u8(0..3) == 0;
            let score = if tied { random.u16(0..4) * 250 } else { random.u16(0..1000) };
            let _ = write!(text, ",0.{score:03}");
        }
        text.push('\n');
    }
    text
}

fn long_table(rows: usize, random: &mut Rng) -> String {
    let mut text = "id,model,y_true,prediction\n".to_owned();
    for k in 0..rows.max(4) {
        for model in ["a", "b"] {
            let said = (k % 2) ^ usize::from(random.u8(0..4) == 0);
            let _ = writeln!(text, "{k},{model},{},{said}", k % 2);
        }
    }
    text
}

fn reported(rows: usize, random: &mut Rng) -> String {
    let has_folds = random.u8(0..4) == 0;
    let mut text =
        format!("positives,negatives,sens,spec,acc,f1{}\n", if has_folds { ",folds" } else { "" });
    for _ in 0..rows.min(40) {
        let (p, n) = (random.u64(1..60), random.u64(1..90));
        let (tp, tn) = (random.u64(0..=p), random.u64(0..=n));
        #[expect(clippy::cast_precision_loss, reason = "three digits are printed")]
        let share = |above: u64, below: u64| format!("{:.3}", above as f64 / below as f64);
        let mut cells =
            [share(tp, p), share(tn, n), share(tp + tn, p + n), share(2 * tp, p + tp + n - tn)];
        if random.bool() {
            cells[random.usize(0..4)] = if random.bool() { String::new() } else { number(random) };
        }
        let _ = write!(text, "{p},{n},{}", cells.join(","));
        if has_folds {
            let _ = write!(text, ",{}", random.u8(1..12));
        }
        text.push('\n');
    }
    text
}

fn json(rows: usize, random: &mut Rng) -> String {
    if random.bool() {
        let lines = (0..rows).map(|k| {
            let said = |random: &mut Rng| (k % 2) ^ usize::from(random.u8(0..4) == 0);
            format!("{{\"y_true\":{},\"a\":{},\"b\":{}}}\n", k % 2, said(random), said(random))
        });
        return lines.collect();
    }
    let entries: Vec<String> = (0..rows)
        .map(|k| {
            let [tn, fp, fn_, tp] = [(); 4].map(|()| random.u8(0..90));
            format!("{{\"name\":\"c{k}\",\"tn\":{tn},\"fp\":{fp},\"fn\":{fn_},\"tp\":\"{tp}\"}}")
        })
        .collect();
    format!("[{}]", entries.join(","))
}
