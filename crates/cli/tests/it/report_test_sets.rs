//! The report's section about several test sets: every sentence and every number is that of
//! `exactile domains`, and the small Tiles are those of `exactile regions`.

use exactile::Rational;
use serde_json::Value;

use crate::cli::{Run, document};
use crate::report_verdict::words;

/// Three classifiers at three sites; nobody is first everywhere.
const SITES: &str = "name,site,tn,fp,fn,tp\n\
    lr,north,50,10,5,35\nsvm,north,45,15,3,37\ntree,north,58,2,10,30\n\
    lr,south,80,20,30,70\nsvm,south,90,10,40,60\ntree,south,70,30,25,75\n\
    lr,east,20,0,3,7\nsvm,east,18,2,1,9\ntree,east,20,0,5,5\n";
/// Flags of i are right more often than those of j, at both sites and not in all.
const PARADOX: &str = "name,site,tn,fp,fn,tp\n\
    i,a,99,1,91,9\nj,a,80,20,20,80\ni,b,30,70,70,30\nj,b,92,8,98,2\n";
/// A site without positives, one without negatives, and one at which nothing is flagged.
const ONE_CLASS: &str = "name,site,tn,fp,fn,tp\n\
    lr,all sick,0,0,2,8\nsvm,all sick,0,0,3,7\nlr,all well,9,1,0,0\nsvm,all well,8,2,0,0\n\
    lr,unflagged,5,0,5,0\nsvm,unflagged,5,0,5,0\nlr,both,6,4,2,8\nsvm,both,7,3,3,7\n";
const RATES: &str = "name,site,tnr,tpr,prior\n\
    lr,a,1/2,1/3,1/4\nsvm,a,1/3,1/2,1/4\nlr,b,1/3,1/4,1/5\nsvm,b,2/3,1/4,1/5\n";
/// Two classifiers with the same results at each site.
fn twins() -> String {
    let lines = SITES.lines().skip(1).filter(|line| line.starts_with("lr"));
    let again: Vec<String> = lines.map(|line| line.replace("lr", "lr again")).collect();
    format!("{SITES}{}\n", again.join("\n"))
}

const SCORES: [&str; 6] = ["accuracy", "f1", "ppv", "tpr", "ba", "r(1/3,3/4)"];

fn page(csv: &str, by: &str, more: &[&str]) -> String {
    let arguments = ["report", "x.csv", "--by", by, "--draws", "0", "--grid", "0"];
    let arguments = [&arguments[..], &["--metric", "accuracy"], more].concat();
    Run::new(&arguments).file("x.csv", csv).notes().0
}

/// The element that begins with `start`, up to `end`.
fn part<'p>(page: &'p str, start: &str, end: &str) -> &'p str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("{start} is there"));
    rest.split_once(end).expect("an end").0
}

fn section(page: &str) -> &str {
    part(page, "<section id=\"test-sets\"", "</section>")
}

/// The texts of all elements of a kind.
fn texts(html: &str, element: &str) -> Vec<String> {
    let (start, end) = (format!("<{element}"), format!("</{element}>"));
    let pieces = html.split(&start).skip(1).filter(|piece| piece.starts_with(['>', ' ']));
    pieces.map(|piece| words(&format!("<{}", piece.split(&end).next().expect("text")))).collect()
}

fn findings(page: &str) -> Vec<String> {
    texts(part(section(page), "id=\"sets-findings\"", "</ul>"), "li")
}

/// The texts of the cells of a table, row by row.
fn rows(page: &str, id: &str) -> Vec<Vec<String>> {
    let table = part(section(page), &format!("<table id=\"{id}\""), "</table>");
    let body = part(table, "<tbody>", "</tbody>");
    let rows = body.split("<tr").skip(1);
    rows.map(|row| [texts(row, "th"), texts(row, "td")].concat()).collect()
}

/// The answer of `exactile domains` about a preference.
struct Truth {
    document: Value,
    names: Vec<String>,
    sets: Vec<String>,
}

fn positions(list: &Value) -> Vec<usize> {
    serde_json::from_value(list.clone()).expect("positions")
}

fn decimal(value: &Value) -> String {
    value.as_str().map_or_else(
        || "–".to_owned(),
        |value| value.parse::<Rational>().expect("a number").to_decimal(3),
    )
}

/// Names as sentences list them.
fn listed(mut names: Vec<String>) -> String {
    let last = if names.len() > 6 {
        let more = format!("{} more", names.len() - 5);
        names.truncate(5);
        more
    } else {
        names.pop().expect("a name")
    };
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}

impl Truth {
    fn new(csv: &str, at: &[String; 2], more: &[&str]) -> Self {
        let at = at.join(",");
        let arguments =
            [&["domains", "x.csv", "--by", "site", "--at", &at, "--format", "json"], more].concat();
        let document = document(&Run::new(&arguments).file("x.csv", csv).notes().0);
        let names = |key: &str| {
            let all = document[key].as_array().expect("a list").iter();
            all.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
        };
        Self { names: names("classifiers"), sets: names("domains"), document }
    }

    fn agreement(&self, key: &str) -> &Value {
        &self.document["agreement"][key]
    }

    fn named(&self, list: &Value) -> Vec<String> {
        let mut names: Vec<String> =
            positions(list).into_iter().map(|k| self.names[k].clone()).collect();
        names.sort();
        names
    }

    fn mean(&self, classifier: usize) -> &Value {
        &self.document["values"][classifier]["mean"]
    }

    fn value(&self, classifier: usize, set: usize) -> &Value {
        &self.document["values"][classifier]["domains"][set]["value"]
    }

    fn in_sets(&self, which: Vec<usize>) -> String {
        listed(which.into_iter().map(|d| self.sets[d].clone()).collect())
    }

    /// Every sentence of the section, by rules of its own.
    fn sentences(&self) -> Vec<String> {
        let all = self.sets.len();
        let first_in = positions(self.agreement("first_in"));
        let mean = positions(self.agreement("mean"));
        let firsts: Vec<Vec<usize>> =
            self.agreement("domains").as_array().expect("lists").iter().map(positions).collect();
        let names = self.named(self.agreement("mean"));
        let mut told = Vec::new();
        told.push(match mean[..] {
            [] => "No classifier has a value on the mean.".to_owned(),
            [one] => {
                let value = decimal(self.mean(one));
                let count = match first_in[one] {
                    0 => format!(", but in none of the {all} test sets"),
                    k if k == all => format!(" and in all {all} test sets"),
                    k => format!(" and in {k} of {all} test sets"),
                };
                format!("{} is first on the mean with {value}{count}.", names[0])
            }
            [one, ..] => format!(
                "{} tie for the first place on the mean with {}.",
                listed(names),
                decimal(self.mean(one))
            ),
        });
        let mut others: Vec<usize> =
            (0..self.names.len()).filter(|k| first_in[*k] > 0 && !mean.contains(k)).collect();
        others.sort_by(|i, j| {
            first_in[*j].cmp(&first_in[*i]).then(self.names[*i].cmp(&self.names[*j]))
        });
        assert!(others.len() <= 4, "the inputs are small");
        told.extend(others.iter().map(|k| {
            let sets = (0..all).filter(|&d| firsts[d].contains(k)).collect();
            format!("{} is first in {}.", self.names[*k], self.in_sets(sets))
        }));
        let nobody: Vec<usize> = (0..all).filter(|&d| firsts[d].is_empty()).collect();
        if !nobody.is_empty() {
            told.push(format!("In {} no classifier has a value.", self.in_sets(nobody)));
        }
        for pair in self.agreement("paradoxes").as_array().expect("pairs") {
            let [i, j] = positions(pair)[..] else { panic!("two") };
            let (i, j) = (&self.names[i], &self.names[j]);
            told.push(format!(
                "Simpson's paradox: {i} is at least as good as {j} in each test set, and better in \
                 one or more, but {j} is better on the mean."
            ));
        }
        let best = self.named(self.agreement("maximin"));
        if let Some(&k) = positions(self.agreement("maximin")).first() {
            let worst = &self.agreement("worst")[k];
            let value = decimal(&worst["value"]);
            let mut sentence = match best.len() {
                1 => format!(
                    "{} has the best worst test set: its least value is {value}, in {}.",
                    best[0],
                    self.in_sets(positions(&worst["domains"]))
                ),
                _ => format!(
                    "{} have the best worst test set: the least value of each is {value}.",
                    listed(best)
                ),
            };
            let is_undefined = |k: usize| (0..all).any(|d| self.value(k, d).is_null());
            if (0..self.names.len()).any(is_undefined) {
                sentence += " A test set in which a classifier has no value does not count for it.";
            }
            told.push(sentence);
        }
        told
    }

    /// The rows of the table of test sets, but for their sizes.
    fn set_rows(&self) -> Vec<Vec<String>> {
        let leader = self.named(self.agreement("mean")).first().cloned();
        let leader = leader.map(|name| self.names.iter().position(|one| *one == name).expect("it"));
        let number = |value: &Value| -> Option<Rational> { value.as_str()?.parse().ok() };
        let row = |d: usize| {
            let first = &self.agreement("domains")[d];
            let names = self.named(first);
            let greatest =
                positions(first).first().map_or("–".to_owned(), |&k| decimal(self.value(k, d)));
            let own = leader.and_then(|k| number(self.value(k, d)));
            let rank = own.as_ref().map_or("–".to_owned(), |own| {
                let all = (0..self.names.len()).filter_map(|k| number(self.value(k, d)));
                let [above, up_to] = all.fold([0, 0], |[above, up_to], value| {
                    [above + u32::from(value > *own), up_to + u32::from(value >= *own)]
                });
                if above + 1 == up_to {
                    up_to.to_string()
                } else {
                    format!("{}–{up_to}", above + 1)
                }
            });
            let weight = &self.document["domains"][d]["weight"];
            vec![
                self.sets[d].clone(),
                decimal(weight),
                if names.is_empty() { "–".to_owned() } else { listed(names) },
                greatest,
                own.map_or("–".to_owned(), |own| own.to_decimal(3)),
                rank,
            ]
        };
        (0..self.sets.len()).map(row).collect()
    }

    /// The rows of the table of classifiers.
    fn classifier_rows(&self) -> Vec<Vec<String>> {
        let number = |value: &Value| -> Option<Rational> { value.as_str()?.parse().ok() };
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|i, j| {
            let [x, y] = [i, j].map(|k| number(self.mean(*k)));
            y.cmp(&x).then(self.names[*i].cmp(&self.names[*j]))
        });
        let first_in = positions(self.agreement("first_in"));
        let row = |k: usize| {
            let values: Vec<Option<Rational>> =
                (0..self.sets.len()).map(|d| number(self.value(k, d))).collect();
            let told = |wanted: Option<&Rational>| {
                wanted.map_or("–".to_owned(), |wanted| {
                    let has_it = |d: &usize| values[*d].as_ref() == Some(wanted);
                    let sets = (0..values.len()).filter(has_it).collect();
                    format!("{} {}", wanted.to_decimal(3), self.in_sets(sets))
                })
            };
            vec![
                self.names[k].clone(),
                decimal(self.mean(k)),
                first_in[k].to_string(),
                told(values.iter().flatten().min()),
                told(values.iter().flatten().max()),
            ]
        };
        order.into_iter().map(row).collect()
    }
}

/// The preference that a page starts with, exactly.
fn place(page: &str) -> [String; 2] {
    ["data-a=\"", "data-b=\""].map(|start| part(page, start, "\"").to_owned())
}

#[test]
fn every_sentence_and_number_is_that_of_domains() {
    let inputs: [(&str, &[&str]); 7] = [
        (SITES, &[]),
        (SITES, &["--weights", "equal"]),
        (SITES, &["--weights", "north=1,south=0,east=2/3"]),
        (PARADOX, &[]),
        (ONE_CLASS, &[]),
        (RATES, &[]),
        (&twins(), &[]),
    ];
    let mut kinds = [false; 4];
    for (csv, more) in inputs {
        for score in SCORES {
            let page = page(csv, "site", &[more, &["--preference", score]].concat());
            // Without one prior there is no answer, and the section is about accuracy.
            let at =
                if page.contains("data-a=") { place(&page) } else { ["1/2".into(), "1/2".into()] };
            let truth = Truth::new(csv, &at, more);
            let what = format!("{score} of {csv}");
            assert_eq!(findings(&page), truth.sentences(), "{what}");
            let shown: Vec<Vec<String>> = rows(&page, "sets-table")
                .into_iter()
                .map(|mut row| {
                    row.drain(1..3);
                    row
                })
                .collect();
            assert_eq!(shown, truth.set_rows(), "{what}");
            assert_eq!(rows(&page, "sets-classifiers"), truth.classifier_rows(), "{what}");
            let told = findings(&page).join(" ");
            for (kind, words) in ["Simpson", "no classifier has a value", "tie for", "is first in"]
                .iter()
                .enumerate()
            {
                kinds[kind] |= told.contains(words);
            }
        }
    }
    assert_eq!(kinds, [true; 4], "each kind of sentence is tested");
}

#[test]
fn sizes_are_those_of_the_input() {
    let sizes = |csv: &str| -> Vec<Vec<String>> {
        rows(&page(csv, "site", &[]), "sets-table")
            .into_iter()
            .map(|row| row[1..3].to_vec())
            .collect()
    };
    assert_eq!(sizes(SITES), [["100", "40"], ["200", "100"], ["30", "10"]]);
    assert_eq!(sizes(ONE_CLASS), [["10", "10"], ["10", "0"], ["10", "5"], ["20", "10"]]);
    assert_eq!(sizes(RATES), [["–", "25 %"], ["–", "20 %"]]);
}

/// Whatever the order of the rows, the sentences and the classifiers' rows are the same.
#[test]
fn the_order_of_rows_changes_nothing() {
    let (header, body) = SITES.split_once('\n').expect("a header");
    let mut lines: Vec<&str> = body.lines().collect();
    let sorted = |mut all: Vec<Vec<String>>| {
        all.sort();
        all
    };
    let shown = |csv: &str| {
        let page = page(csv, "site", &["--preference", "r(1/3,3/4)"]);
        (findings(&page), sorted(rows(&page, "sets-table")))
    };
    let expected = shown(SITES);
    for _ in 0..3 {
        lines.rotate_left(2);
        lines.swap(0, 5);
        let csv = format!("{header}\n{}\n", lines.join("\n"));
        let (sentences, sets) = shown(&csv);
        assert_eq!(sets, expected.1);
        // Test sets within a sentence stand in the order of the input.
        let letters = |sentence: &String| {
            let mut letters: Vec<char> = sentence.chars().collect();
            letters.sort_unstable();
            letters
        };
        let told = |all: &[String]| all.iter().map(letters).collect::<Vec<_>>();
        assert_eq!(told(&sentences), told(&expected.0), "{sentences:?}");
    }
}

/// The classifiers of a small Tile are those that `regions` finds first on some area of the test
/// set alone.
#[test]
fn small_tiles_are_those_of_the_test_sets_alone() {
    let page = page(SITES, "site", &[]);
    let tiles: Vec<&str> = section(&page).split("<figure data-set=").skip(1).collect();
    assert_eq!(tiles.len(), 3);
    for (tile, set) in tiles.iter().zip(["north", "south", "east"]) {
        assert!(tile.contains(&format!("The Tile of {set}: ")), "{tile}");
        let mut shown: Vec<String> = texts(tile, "title");
        shown.sort();
        let arguments = [
            "regions",
            "x.csv",
            "--where",
            &format!("site={set}"),
            "--ignore",
            "site",
            "--format",
            "json",
        ];
        let regions = document(&Run::new(&arguments).file("x.csv", SITES).notes().0);
        let names = regions["classifiers"].as_array().expect("a list");
        let pieces = regions["pieces"].as_array().expect("a list").iter();
        let first = pieces.filter(|piece| piece["dimension"] == 2 && piece["rank"][0] == 1);
        let mut expected: Vec<String> = first
            .map(|piece| {
                usize::try_from(piece["classifier"].as_u64().expect("a position")).expect("small")
            })
            .map(|k| names[k]["name"].as_str().expect("a name").to_owned())
            .collect();
        expected.sort();
        assert_eq!(shown, expected, "{set}");
        assert_eq!(texts(tile, "figcaption"), [set]);
    }
}

/// Test sets without samples of both classes have no Tile; of many the first twelve have one.
#[test]
fn odd_numbers_of_test_sets_have_a_section() {
    let odd = page(ONE_CLASS, "site", &[]);
    assert_eq!(section(&odd).matches("No Tile: it needs samples of both classes.").count(), 2);
    assert_eq!(section(&odd).matches("class=\"set-tile\"").count(), 2);
    let single = page("name,site,tn,fp,fn,tp\nlr,a,5,1,2,4\nsvm,a,4,2,1,5\n", "site", &[]);
    assert_eq!(findings(&single), ["There is one test set, so the mean is its result."]);
    let only = page("name,site,tn,fp,fn,tp\nlr,a,5,1,2,4\nlr,b,4,2,1,5\n", "site", &[]);
    assert_eq!(findings(&only), [""; 0]);
    assert_eq!(rows(&only, "sets-table").len(), 2);
    let mut many = "name,site,tn,fp,fn,tp\n".to_owned();
    for set in 0..200_u32 {
        let [x, y] = [set % 7, (set / 7) % 5];
        many += &format!("a,s{set},{},{},{y},{}\n", 9 - x, x + 1, 9 - y);
        many += &format!("b,s{set},{},{},{x},{}\n", 9 - y, y + 1, 9 - x);
    }
    let many = page(&many, "site", &[]);
    assert_eq!(rows(&many, "sets-table").len(), 200);
    assert_eq!(section(&many).matches("class=\"set-tile\"").count(), 12);
    let told = "The Tiles of the first 12 test sets; 188 more are in the table.";
    assert!(words(section(&many)).contains(told));
    // No page of one test has the section.
    let plain = Run::new(&["report", "x.csv", "--draws", "0", "--grid", "0"])
        .file("x.csv", "name,tn,fp,fn,tp\nlr,5,1,2,4\n")
        .succeeds();
    assert!(!plain.contains("id=\"test-sets\""));
}

#[test]
fn folds_are_said_to_share_training_data() {
    let is_warned = |by: &str| {
        let csv = SITES.replacen("site", by, 1);
        page(&csv, by, &[]).contains("Folds of a cross-validation share training data.")
    };
    for by in ["fold", "Fold", "outer_fold", "CV fold", "fold_2", "cv"] {
        assert!(is_warned(by), "{by}");
    }
    for by in ["site", "folder", "manifold", "hospital"] {
        assert!(!is_warned(by), "{by}");
    }
}

/// A name is never more than text, of a test set too.
#[test]
fn names_of_test_sets_are_text() {
    let csv = SITES
        .replace("north", "\"</script><script>alert(1)</script>\"")
        .replace("south", "\"<b title='x' onclick=\"\"y\"\">\"");
    let page = page(&csv, "site", &[]);
    assert_eq!(page.matches("<script").count(), 2);
    assert!(!page.contains("<b "));
    assert!(texts(section(&page), "figcaption")[0].contains("&lt;script&gt;alert(1)"));
}

/// The data for the script hold the matrices as they were given.
#[test]
fn the_data_hold_the_matrices() {
    let page = page(SITES, "site", &["--target-prior", "1/50"]);
    let data = part(&page, r#"<script type="application/json" id="data">"#, "</script>");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let sets = &data["test_sets"];
    assert_eq!(sets["by"], "site");
    assert_eq!(sets["names"], serde_json::json!(["north", "south", "east"]));
    assert_eq!(sets["weights"], serde_json::json!(["10/33", "20/33", "1/11"]));
    let mut expected =
        SITES.lines().skip(1).map(|line| line.split(',').skip(2).collect::<Vec<_>>().join(" "));
    for of_set in sets["counts"].as_array().expect("sets") {
        for counts in of_set.as_array().expect("classifiers") {
            assert_eq!(*counts, expected.next().expect("a row").as_str());
        }
    }
}
