//! The page's sentences about classifiers, recomputed from the documents of the command line.

use exactile::Rational;
use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("every_answer_is_that_of_the_program", every_answer_is_that_of_the_program),
    ("the_script_says_what_the_page_says", the_script_says_what_the_page_says),
    ("findings_follow_the_prior", findings_follow_the_prior),
    ("leads_and_tiers_are_one_list", leads_and_tiers_are_one_list),
    ("captions_say_what_colours_mean", captions_say_what_colours_mean),
];

const BREAST_CANCER: &str = "breast_cancer_confusion.csv";
const FAST: &[&str] = &["--metric", "accuracy,f1", "--draws", "500", "--grid", "8"];

/// A prior, and a preference as an option of the list of scores or as a point.
const PREFERENCES: [(&str, &str); 20] = [
    ("212/569", "accuracy"),
    ("0.05", "accuracy"),
    ("1/2", "accuracy"),
    ("0.9", "accuracy"),
    ("0.001", "accuracy"),
    ("212/569", "F1"),
    ("0.05", "F1"),
    ("0.8", "F2"),
    ("0.3", "F0.5"),
    ("0.2", "TPR"),
    ("0.2", "TNR"),
    ("0.6", "PPV"),
    ("0.1", "NPV"),
    ("0.05", "balanced accuracy"),
    ("0.7", "kappa"),
    ("212/569", "2/3,2/3"),
    ("212/569", "3/4,3/4"),
    ("0.4", "0.3,0.9"),
    ("0.01", "1/7,1/2"),
    ("0.99", "0,1/3"),
];

fn number(value: &Value) -> Rational {
    value.as_str().expect("text").parse().expect("a number")
}

/// Sets prior and preference, and returns the exact point.
fn choose(tab: &Tab<'_>, prior: &str, preference: &str) -> [String; 2] {
    tab.write("#prior-text", prior);
    if preference.contains(',') {
        tab.write("#at", preference);
    } else {
        let option = tab.eval(&format!(
            "[...document.querySelector('#score').options].find(one => one.text === {}).value",
            json!(preference)
        ));
        tab.choose("#score", option.as_str().expect("a value"));
    }
    let at = tab.eval("['a', 'b'].map(axis => document.querySelector('#pinned').dataset[axis])");
    serde_json::from_value(at).expect("a point")
}

/// The names of those who are first at a point under a prior, and their value.
fn first(folder: &Folder, at: &[String; 2], prior: &str) -> (Vec<String>, Rational) {
    let at = at.join(",");
    let document = folder.json(&["rank"], &["--at", &at, "--target-prior", prior]);
    let ranking = document["ranking"].as_array().expect("a list");
    let best = ranking.iter().filter(|row| row["rank"][0] == 1);
    let names = best.map(|row| row["name"].as_str().expect("a name").to_owned()).collect();
    (names, number(&ranking[0]["value"]))
}

/// The rows of a strip's exact ends: names, from, to.
fn strip(tab: &Tab<'_>, axis: &str) -> Vec<(Vec<String>, [String; 2])> {
    let rows = tab.eval(&format!(
        "[...document.querySelectorAll('.verdict-of:not([hidden]) .range[data-axis={axis}] tbody tr')].map(row =>
            [[...row.querySelectorAll('bdi')].map(name => name.textContent),
             [...row.querySelectorAll('td')].map(end => end.textContent)])"
    ));
    serde_json::from_value(rows).expect("rows")
}

fn caption(tab: &Tab<'_>, axis: &str) -> String {
    tab.text(&format!(".verdict-of:not([hidden]) .range[data-axis={axis}] figcaption"))
}

fn every_answer_is_that_of_the_program(browser: &Chromium) {
    let folder = Folder::of_fixture(BREAST_CANCER);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for (prior, preference) in PREFERENCES {
        let at = choose(&tab, prior, preference);
        let what = format!("{preference} at {at:?}, prior {prior}");
        let (names, value) = first(&folder, &at, prior);
        let answer = tab.text(".verdict-of:not([hidden]) .answer");
        for name in names.iter().take(4) {
            assert!(answer.contains(name), "{what}: {answer}");
        }
        if let [only] = &names[..] {
            let told = format!("{only} wins with {}", value.to_decimal(3));
            assert!(answer.contains(&told), "{what}: {answer}, not {told}");
        }

        // Along the weights `curve` has the same stretches.
        let shown = strip(&tab, "weight");
        let (from, to) = (format!("{},0", at[0]), format!("{},1", at[0]));
        let along: &[&str] =
            if at[0] == at[1] { &["--along", "cost"] } else { &["--from", &from, "--to", &to] };
        let curve = folder.json(&["curve"], &[along, &["--target-prior", prior]].concat());
        let odds = |z: &Value| {
            let z = number(z);
            z.checked_div(&z.complement()).map_or_else(|| "∞".to_owned(), |w| w.to_string())
        };
        let expected: Vec<(Vec<String>, [String; 2])> = curve["first"]
            .as_array()
            .expect("stretches")
            .iter()
            .map(|one| {
                let names = serde_json::from_value(one["classifiers"].clone()).expect("names");
                (names, [odds(&one["from"]), odds(&one["to"])])
            })
            .collect();
        let sentence = caption(&tab, "weight");
        for (names, _) in &expected {
            assert!(sentence.contains(&names[0]), "{what}: {sentence}");
        }
        if expected.len() > 1 {
            assert_eq!(shown, expected, "{what}");
        }

        // Along the prior those who are first in the middle of each stretch are those of `rank`.
        let moves = ["balanced accuracy", "kappa"].contains(&preference);
        let has_strip = tab.count(".verdict-of:not([hidden]) .range[data-axis=prior]") == 1;
        let is_special = at[0] == at[1] || at.iter().any(|z| ["0", "1"].contains(&z.as_str()));
        assert_eq!(has_strip, is_special && !moves, "{what}");
        for (names, ends) in strip(&tab, "prior") {
            let [from, to] = ends.map(|end| end.parse::<Rational>().expect("a number"));
            let middle = ((from + to) / Rational::from(2)).to_string();
            assert_eq!(first(&folder, &at, &middle).0, names, "{what}: at {middle}");
        }
    }
    tab.is_faultless();
}

/// At the initial prior of the page, the script writes the text that the page starts with.
fn the_script_says_what_the_page_says(browser: &Chromium) {
    let equal = "name,tn,fp,fn,tp\nA,50,10,4,26\nB,50,10,4,26\nC,40,20,1,29\nD,58,2,15,15\n";
    for folder in [Folder::of_fixture(BREAST_CANCER), Folder::new(equal)] {
        let tab = Tab::new(browser, Look::DESK);
        tab.open(&folder.report(FAST));
        let both = tab.eval(
            "(() => {
                const data = JSON.parse(document.getElementById('data').textContent);
                const prior = Exact.read(data.tile.start_prior);
                const matrices = data.classifiers.map(({counts}) => Ranking.shifted(Ranking.integers(counts), prior));
                return [...document.querySelectorAll('.verdict-of[data-score]')].map((made) => {
                    const point = {a: Exact.read(made.dataset.a), b: Exact.read(made.dataset.b)};
                    const score = data.tile.scores.find(({id}) => id === made.dataset.score);
                    const live = RangesView.figures(data, matrices, point, prior, !score.depends_on_prior);
                    return [made.querySelector('.ranges').textContent, live[0].textContent,
                        ...[made, live[0]].map((one) => [...one.querySelectorAll('.strip rect')].map((bar) => bar.getAttribute('fill')).join())];
                });
            })()",
        );
        let both = both.as_array().expect("verdicts");
        assert!(both.len() > 8, "{both:?}");
        for one in both {
            assert_eq!((&one[0], &one[2]), (&one[1], &one[3]));
        }
        tab.is_faultless();
    }
}

fn findings_follow_the_prior(browser: &Chromium) {
    let folder = Folder::of_fixture(BREAST_CANCER);
    let page = folder.report(FAST);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&page);
    let winners = |tab: &Tab<'_>| tab.eval("document.querySelector('#winners').textContent");
    let (start, heading) = (winners(&tab), tab.text("#findings-prior"));
    assert!(heading.starts_with("With 37.3"), "{heading}");
    let leads = tab.text("#findings-prior + ul");
    for prior in ["0.05", "1/2", "0.9", "0.001"] {
        tab.write("#prior-text", prior);
        let other = Tab::new(browser, Look::DESK);
        let exact = Folder::of_fixture(BREAST_CANCER);
        other.open(&exact.report(&[FAST, &["--target-prior", prior]].concat()));
        assert_eq!(winners(&tab), winners(&other), "{prior}");
        assert_ne!(winners(&tab), start);
        // What does not follow says for which prior it holds, on paper too.
        let told = tab.text("#findings-prior");
        let exactly = prior.parse::<Rational>().expect("a number");
        assert!(told.starts_with("With 37.3\u{a0}% positives, as this page was made ("), "{told}");
        assert!(told.contains(&format!("--target-prior {exactly} ")), "{told}");
        assert_eq!(tab.text("#findings-prior + ul"), leads);
        tab.look(Look { print: true, ..Look::DESK });
        assert_eq!(tab.text("#findings-prior"), told);
        tab.look(Look::DESK);
        // The leads of the other page are those of `rank`.
        let leads = other.text("#findings-prior + ul");
        for (title, id) in [("accuracy", "accuracy"), ("F1", "f1")] {
            let document = exact.json(&["rank"], &["--score", id, "--target-prior", prior]);
            let best = &document["ranking"][0];
            let leader = format!("By {title}, {}", best["name"].as_str().expect("a name"));
            assert!(leads.contains(&leader), "{prior}: {leads}, not {leader}");
        }
    }
    tab.click("#prior-reset");
    assert_eq!((winners(&tab), tab.text("#findings-prior")), (start, heading));
    tab.is_faultless();
}

/// The headline and the findings name the same classifiers as not separated from the winner.
fn leads_and_tiers_are_one_list(browser: &Chromium) {
    let folder = Folder::of_fixture(BREAST_CANCER);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy,ba,f1", "--draws", "2000", "--grid", "0"]));
    for id in ["accuracy", "ba", "f1"] {
        let names = tab.eval(&format!(
            "(() => {{
                const data = JSON.parse(document.getElementById('data').textContent);
                const lead = data.findings.find(({{finding, metric}}) => finding === 'lead' && data.evidence.metrics[metric].id === '{id}');
                const sentence = document.querySelector('.verdict-of[data-score={id}] .answer').textContent;
                return [sentence.split('not separate')[1] ?? '', lead.doubts.map(({{classifier}}) => data.classifiers[classifier].name),
                    lead.leaders.map((classifier) => data.classifiers[classifier].name)];
            }})()"
        ));
        let (told, doubts, leaders): (String, Vec<String>, Vec<String>) =
            serde_json::from_value(names).expect("a list");
        let all = [&leaders[1..], &doubts].concat();
        let shown = if all.len() <= 6 { all.len() } else { 5 };
        let mut list = all[..shown].join(", ");
        if shown < all.len() {
            list += &format!(" and {} more", all.len() - shown);
        } else if let Some((before, last)) = list.rsplit_once(", ") {
            list = format!("{before} and {last}");
        }
        assert!(told.contains(&format!(" from {list}: they are one tier.")), "{told}, not {list}");
    }
    tab.is_faultless();
}

fn captions_say_what_colours_mean(browser: &Chromium) {
    let folder = Folder::of_fixture(BREAST_CANCER);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for (layer, says) in [
        ("entity", "Colours say who is ranked first there."),
        ("sure", "Colours say how probably the one who is ranked first there is truly the best."),
        ("rank", "Colours say which rank \u{2068}logistic\u{2069} has there."),
        ("best", "Colours say the best value of the score there."),
        ("worst", "Colours say the worst value of the score there."),
    ] {
        tab.choose("#layer", layer);
        assert_eq!(tab.text("#tile-colours"), says);
    }
    tab.choose("#layer", "entity");
    tab.choose("#rank", "3");
    assert_eq!(tab.text("#tile-colours"), "Colours say who has rank 3 there.");
    tab.is_faultless();
}
