//! The address holds the preference and the share of positives: a link shows what its sender saw.

use std::path::Path;

use serde_json::json;

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("what_is_chosen_is_in_the_address", what_is_chosen_is_in_the_address),
    ("an_address_is_followed", an_address_is_followed),
    ("a_wrong_address_is_named", a_wrong_address_is_named),
    ("the_page_of_a_preference_says_the_same_without_script", static_pages_are_those_of_addresses),
];

const FIXTURE: &str = "breast_cancer_confusion.csv";
const FAST: &[&str] = &["--metric", "accuracy"];

/// The pinned point and the prior of the page.
fn state(tab: &Tab<'_>) -> serde_json::Value {
    tab.eval(
        "[document.querySelector('#pinned').dataset.a, document.querySelector('#pinned').dataset.b,
          document.querySelector('#prior-text').dataset.exact]",
    )
}

fn what_is_chosen_is_in_the_address(browser: &Chromium) {
    let folder = Folder::of_fixture(FIXTURE);
    let tab = Tab::new(browser, Look::DESK);
    let page = folder.report(FAST);
    tab.open(&page);
    let is = |address: &str| {
        tab.wait(&format!("decodeURIComponent(location.hash) === {}", json!(address)));
    };
    is("");
    tab.write("#cost", "5");
    is("#cost=5:1");
    tab.write("#prior-text", "0.2");
    is("#cost=5:1&prior=0.2");
    tab.write("#at", "1/3, 0.5");
    is("#at=1/3,0.5&prior=0.2");
    let f2 = tab.eval(
        "[...document.querySelector('#score').options].find(({text}) => text === 'F2').value",
    );
    tab.choose("#score", f2.as_str().expect("an option"));
    is("#score=f2&prior=0.2");
    // The same page at this address is the same.
    let seen = (state(&tab), tab.text("#verdict-live .answer"));
    let again = Tab::new(browser, Look::DESK);
    again.open(Path::new(&format!("{}#score=f2&prior=0.2", page.display())));
    assert_eq!((state(&again), again.text("#verdict-live .answer")), seen);
    tab.click("#prior-reset");
    tab.click("#unpin");
    is("");
    tab.is_faultless();
}

fn an_address_is_followed(browser: &Chromium) {
    let folder = Folder::of_fixture(FIXTURE);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for (address, seen) in [
        ("cost=5:1&prior=0.2", json!(["5/6", "5/6", "0.2"])),
        ("at=0.25,1/3", json!(["1/4", "1/3", "212/569"])),
        ("score=ba&prior=50%25", json!(["1/2", "1/2", "0.5"])),
        ("", json!(["1/2", "1/2", "212/569"])),
    ] {
        tab.eval(&format!("location.hash = {}", json!(address)));
        tab.wait(&format!(
            "JSON.stringify([document.querySelector('#pinned').dataset.a, \
             document.querySelector('#pinned').dataset.b, \
             document.querySelector('#prior-text').dataset.exact]) === {}",
            json!(seen.to_string())
        ));
    }
    tab.is_faultless();
}

fn a_wrong_address_is_named(browser: &Chromium) {
    let folder = Folder::of_fixture(FIXTURE);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for (address, told) in [
        ("cost=x", "cost=x are no costs such as 5:1"),
        ("at=2,0", "at=2,0 is no point such as 1/2,0.3"),
        ("score=nothing", "score=nothing is no score of this page"),
        ("prior=1", "prior=1 is no number between 0 and 1"),
        ("cost=1&score=f1", "one preference is enough"),
        ("colour=red", "colour is not among score, cost, at and prior"),
    ] {
        tab.eval(&format!("location.hash = {}", json!(address)));
        tab.wait(&format!(
            "document.querySelector('#address-error').textContent.endsWith({})",
            json!(format!("{told}."))
        ));
        assert_eq!(state(&tab), json!(["1/2", "1/2", "212/569"]), "{address}");
    }
    tab.is_faultless();
}

/// `report --preference` writes what an address shows: winner, values and stretches.
fn static_pages_are_those_of_addresses(browser: &Chromium) {
    let folder = Folder::of_fixture(FIXTURE);
    let plain = folder.report(FAST);
    let plain = folder.write("plain.html", &std::fs::read_to_string(plain).expect("a page"));
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&plain);
    let other = Tab::new(browser, Look { script: false, ..Look::DESK });
    for (address, options) in [
        ("score=f2", &["--preference", "f2"][..]),
        ("cost=5:1", &["--cost-fp", "1", "--cost-fn", "5"]),
        ("cost=5:1&prior=0.2", &["--cost-fp", "1", "--cost-fn", "5", "--target-prior", "0.2"]),
    ] {
        tab.eval(&format!("location.hash = {}", json!(address)));
        tab.wait("document.querySelector('#pinned').dataset.isPinned === 'true'");
        tab.eval("new Promise((done) => setTimeout(done, 200))");
        tab.settle();
        other.open(&folder.report(options));
        let winner = |answer: &str| -> String {
            let end = answer.find(" wins with ").expect("a winner") + " wins with 0.000".len();
            answer[..end].rsplit(", ").next().expect("a part").to_owned()
        };
        let shown = ".verdict-of:not([hidden])";
        let [live, still] = [&tab, &other].map(|tab| tab.text(&format!("{shown} .answer")));
        assert_eq!(winner(&live), winner(&still), "{address}");
        for (page, answer) in [("live", &live), ("still", &still)] {
            assert!(answer.contains("In the test it missed "), "{page}: {answer}");
        }
        let captions = |tab: &Tab<'_>| tab.texts(&format!("{shown} .range figcaption"));
        assert_eq!(captions(&tab), captions(&other), "{address}");
    }
    tab.is_faultless();
}
