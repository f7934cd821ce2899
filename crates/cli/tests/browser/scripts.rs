//! The page's exact numbers and rankings against the library's: the same results, to the letter.

use exactile::Rational;
use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("fractions_are_read_alike", fractions_are_read_alike),
    ("fractions_are_computed_alike", fractions_are_computed_alike),
    ("rankings_at_points_are_those_of_rank", rankings_at_points_are_those_of_rank),
    ("places_of_scores_are_those_of_place", places_of_scores_are_those_of_place),
    ("swaps_are_ties", swaps_are_ties),
];

/// Two classifiers, neither dominated.
const TWO: &str = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";

/// A report to evaluate in: the shipped scripts, in the order in which they are shipped.
fn scripts<'b>(browser: &'b Chromium, folder: &Folder) -> Tab<'b> {
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&[]));
    tab
}

fn fractions_are_read_alike(browser: &Chromium) {
    let tab = scripts(browser, &Folder::new(TWO));
    let texts = [
        "0",
        "1",
        "-1",
        "+3",
        "007",
        "0.7",
        ".5",
        "5.",
        "-0.25",
        "7/10",
        "-7/10",
        "14/20",
        "1e-3",
        "1E3",
        "2.5e+2",
        "70%",
        "87.5%",
        "1e-40",
        " 0.5 ",
        "1/0",
        "0/5",
        "1.5/2.5",
        "1e2/1e-2",
        "123456789012345678901234567890/987654321",
        "",
        " ",
        ".",
        "-",
        "/",
        "%",
        "1/",
        "/2",
        "e5",
        "1e",
        "abc",
        "1/2/3",
        "--1",
        "0x10",
        "1_000",
        "1,5",
        "1 000",
        "0.5 5",
        "NaN",
        "Infinity",
        "½",
        "٣",
        "５",
        "1e1000000000",
        "1e-1000000000",
        "5%%",
        "1/2%",
        "- 1",
    ];
    let read = tab.eval(&format!(
        "{}.map(text => {{ const x = Exact.parse(text); return x && Exact.print(x); }})",
        json!(texts.as_slice())
    ));
    for (text, read) in texts.iter().zip(read.as_array().expect("a list")) {
        let expected = text.parse::<Rational>().map_or(Value::Null, |x| x.to_string().into());
        assert_eq!(*read, expected, "{text:?}");
    }
    // Blanks that people type, and that a command line need not take.
    let blanks = "[' 50 % ', '1 / 2'].map(text => Exact.print(Exact.parse(text)))";
    assert_eq!(tab.eval(blanks), json!(["1/2", "1/2"]));
    // As many digits as the program reads.
    let many = format!("{}/{}", "3".repeat(900), "7".repeat(900));
    let read = tab.eval(&format!("Exact.print(Exact.parse({}))", json!(many)));
    assert_eq!(read, many.parse::<Rational>().expect("a number").to_string());
}

fn fractions_are_computed_alike(browser: &Chromium) {
    let tab = scripts(browser, &Folder::new(TWO));
    let numbers = [
        "0",
        "1",
        "-1",
        "1/2",
        "-1/3",
        "2/3",
        "1/8",
        "3/8",
        "-1/8",
        "5/1000",
        "15/1000",
        "9995/10000",
        "7/10",
        "1e-40",
        "1e40",
        "123456789012345678901/1000",
        "-98765432109876543210/7",
        "1/5",
    ];
    let exact: Vec<Rational> = numbers.iter().map(|x| x.parse().expect("a number")).collect();
    let computed = tab.eval(&format!(
        "(() => {{
            const numbers = {}.map(Exact.parse);
            const print = Exact.print;
            return {{
                pairs: numbers.flatMap(x => numbers.map(y => [
                    print(Exact.add(x, y)), print(Exact.subtract(x, y)), print(Exact.multiply(x, y)),
                    y.n === 0n ? null : print(Exact.divide(x, y)), Exact.compare(x, y), Exact.equal(x, y),
                ])),
                single: numbers.map(x => [
                    print(Exact.complement(x)), print(Exact.abs(x)), print(Exact.power(x, 3)),
                    ...[0, 1, 2, 3, 6, 50].map(digits => Exact.toDecimal(x, digits)),
                ]),
                numbers: numbers.map(Exact.toNumber),
            }};
        }})()",
        json!(numbers)
    ));
    let mut pairs = computed["pairs"].as_array().expect("a list").iter();
    for x in &exact {
        for y in &exact {
            let expected = json!([
                (x + y).to_string(),
                (x - y).to_string(),
                (x * y).to_string(),
                x.checked_div(y).map(|x| x.to_string()),
                x.cmp(y) as i8,
                x == y,
            ]);
            assert_eq!(pairs.next(), Some(&expected), "{x} and {y}");
        }
    }
    for (k, x) in exact.iter().enumerate() {
        let mut expected =
            vec![x.complement().to_string(), x.abs().to_string(), (&(x * x) * x).to_string()];
        expected.extend([0, 1, 2, 3, 6, 50].map(|digits| x.to_decimal(digits)));
        assert_eq!(computed["single"][k], json!(expected), "{x}");
        let about = computed["numbers"][k].as_f64().expect("a number");
        assert!((about - x.to_f64()).abs() <= 1e-15 * x.to_f64().abs(), "{x}: {about}");
    }
    // The warp: balanced to another prior and back, corners and middle, against its definition.
    let warped = tab.eval(
        "['1/5', '1/1000', '99/100'].map(Exact.parse).map(prior => {
            const k = Exact.oddsFactor(prior);
            return ['0', '1', '1/2', '1/7'].map(Exact.parse).map(z => Exact.print(Exact.warp(z, k)));
        })",
    );
    for (prior, row) in ["1/5", "1/1000", "99/100"].iter().zip(warped.as_array().expect("rows")) {
        let prior: Rational = prior.parse().expect("a number");
        let k = prior.complement() / prior;
        let expected = ["0", "1", "1/2", "1/7"].map(|z| {
            let z: Rational = z.parse().expect("a number");
            let moved = &k * &z;
            let total = z.complement() + &moved;
            (moved / total).to_string()
        });
        assert_eq!(*row, json!(expected));
    }
}

/// Hits, ties, an undefined value, counts of many digits and fractions.
const MIXED: &str = "name,tn,fp,fn,tp\nnever,80,0,20,0\nP1,56,24,6,14\nP2,40,40,4,16\n\
    P1 again,56,24,6,14\nhalves,39.5,40.5,9/2,31/2\nalways,0,80,0,20\nbest,80,0,0,20\n";

/// The page's ranking at a point in the form of `rank --format json`.
fn ranking_in_page(tab: &Tab<'_>, at: [&str; 2], prior: Option<&str>) -> Value {
    tab.eval(&format!(
        "(() => {{
            const data = JSON.parse(document.getElementById('data').textContent);
            const prior = {prior} === null ? null : Exact.parse({prior});
            const matrices = data.classifiers.map(({{counts}}) => Ranking.shifted(Ranking.integers(counts), prior));
            const point = {{a: Exact.parse({}), b: Exact.parse({})}};
            return Ranking.at(matrices, point).map(entry => {{
                const value = Ranking.value(entry);
                return [entry.classifier, value && Exact.print(value), entry.rank];
            }});
        }})()",
        json!(at[0]),
        json!(at[1]),
        prior = json!(prior),
    ))
}

/// Returns the ranking of `rank` in the same form.
pub(crate) fn ranking_of_program(folder: &Folder, at: [&str; 2], prior: Option<&str>) -> Value {
    let at = at.join(",");
    let mut options = vec!["--at", &at];
    if let Some(prior) = prior {
        options.extend(["--target-prior", prior]);
    }
    let answer = folder.json(&["rank"], &options);
    let ranking = answer["ranking"].as_array().expect("a list");
    ranking.iter().map(|row| json!([row["classifier"], row["value"], row["rank"]])).collect()
}

fn rankings_at_points_are_those_of_rank(browser: &Chromium) {
    let huge = format!("name,tn,fp,fn,tp\nA,1{0},2,3,4{0}\nB,1{0},2{0},3,4{0}\n", "0".repeat(320));
    for input in [TWO, MIXED, &huge] {
        let folder = Folder::new(input);
        let tab = scripts(browser, &folder);
        for prior in [None, Some("1/2"), Some("0.001"), Some("999/1000")] {
            for at in [
                ["0", "0"],
                ["1", "0"],
                ["0", "1"],
                ["1", "1"],
                ["1/2", "1/2"],
                ["1/3", "0.125"],
                ["1/1000000007", "999999/1000000"],
            ] {
                let expected = ranking_of_program(&folder, at, prior);
                assert_eq!(ranking_in_page(&tab, at, prior), expected, "{at:?} {prior:?}");
            }
        }
        tab.is_faultless();
    }
}

fn places_of_scores_are_those_of_place(browser: &Chromium) {
    let folder = Folder::new(TWO);
    let tab = scripts(browser, &folder);
    let scores = tab.eval(
        "JSON.parse(document.getElementById('data').textContent).tile.scores.map(score =>
            [score.id, ...['1/5', '0.001', '99%'].map(prior => {
                const at = Ranking.place(score, Exact.parse(prior));
                return [Exact.print(at.a), Exact.print(at.b)];
            })])",
    );
    let scores = scores.as_array().expect("a list");
    assert!(scores.len() >= 8, "{scores:?}");
    for score in scores {
        for (k, prior) in ["1/5", "0.001", "99%"].iter().enumerate() {
            let id = score[0].as_str().expect("a name");
            let placed = folder.alone(&["place", "--score", id, "--prior", prior]);
            assert_eq!(score[k + 1], placed["at"], "{id} {prior}: {placed}");
        }
    }
}

fn swaps_are_ties(browser: &Chromium) {
    let folder = Folder::new(TWO);
    let tab = scripts(browser, &folder);
    let found = tab.eval(
        "[['1/2', '1/2'], ['1/7', '9/10'], ['0', '0'], ['1', '1']].flatMap(([a, b]) => ['a', 'b'].map(axis => {
            const matrices = [[56n, 24n, 6n, 14n], [40n, 40n, 4n, 16n]];
            const point = {a: Exact.parse(a), b: Exact.parse(b)};
            const at = Ranking.swap(...matrices, point, axis);
            if (at === null) return null;
            const ranking = Ranking.at(matrices, {...point, [axis]: at});
            return [Exact.print(at), ranking[0].rank];
        }))",
    );
    let found = found.as_array().expect("a list");
    assert!(found.iter().any(|swap| !swap.is_null()));
    for swap in found.iter().filter(|swap| !swap.is_null()) {
        assert_eq!(swap[1], json!([1, 2]), "{swap}");
    }
}
