//! Several test sets in one table: the mean performance in every command that takes it.

use super::cli::{Run, document};
use serde_json::{Value, json};

const SITES: &str = "name,site,tn,fp,fn,tp\n\
    lr,north,50,10,5,35\nsvm,north,45,15,3,37\ntree,north,55,5,12,28\n\
    lr,south,80,20,30,70\nsvm,south,90,10,40,60\ntree,south,70,30,25,75\n";
/// The sums of both sites.
const POOLED: &str = "name,tn,fp,fn,tp\nlr,130,30,35,105\nsvm,135,25,43,97\ntree,125,35,37,103\n";

/// What helpers of this file say besides.
trait Said {
    fn noted_json(self) -> Value;
    fn refusal(self) -> String;
}

impl Said for Run {
    fn noted_json(self) -> Value {
        document(&self.notes().0)
    }

    fn refusal(self) -> String {
        let (what, hint) = self.refused();
        format!("{what}\n{hint}")
    }
}

fn run(command: &[&str], content: &str, more: &[&str]) -> Run {
    let arguments = [&command[..1], &["x.csv"], &command[1..], more].concat();
    Run::new(&arguments).file("x.csv", content)
}

/// A result without where it comes from and without the matrices themselves, of which shares stand for counts.
fn plain(mut document: Value) -> Value {
    let members = document.as_object_mut().expect("an object");
    members.remove("provenance");
    members.remove("classifiers");
    document
}

const COMMANDS: [&[&str]; 5] = [
    &["rank", "--score", "mcc"],
    &["regions", "--area"],
    &["rankings", "--cells", "--confluences"],
    &["curve", "--along", "f-beta", "--pairs"],
    &["curve", "--along", "decision"],
];

/// Weighted by samples, the mean over test sets is that of all samples together: every result is the same.
#[test]
fn the_mean_by_samples_is_that_of_all_samples() {
    for command in COMMANDS {
        let json = ["--format", "json"];
        let pooled = plain(run(command, POOLED, &json).json());
        for weights in [&["--by", "site"][..], &["--by", "site", "--weights", "samples"]] {
            let mean = run(command, SITES, &[weights, &json].concat()).noted_json();
            assert_eq!(plain(mean), pooled, "{command:?}");
        }
    }
    let scores = |content: &str, more: &[&str]| {
        let metrics = "f1,mcc,kappa,d-prime,npv,plr,mcc-bal,accuracy";
        let document =
            run(&["score", "--metric", metrics], content, &[more, &["--format", "json"]].concat());
        let all = document.noted_json()["classifiers"].as_array().expect("a list").clone();
        all.into_iter().map(|one| one["scores"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(scores(SITES, &["--by", "site"]), scores(POOLED, &[]));
    let [mean, pooled] = [(SITES, &["--by", "site"][..]), (POOLED, &[])]
        .map(|(content, more)| run(&["tile"], content, more).notes().0);
    assert_eq!(mean, pooled);
}

/// By hand: shares of the north over 100, of the south over 200 samples.
#[test]
fn weights_are_exact() {
    let mean = |weights: &str| {
        let more = ["--by", "site", "--weights", weights, "--format", "json"];
        let found = run(&["rank", "--score", "tpr"], SITES, &more).noted_json();
        let of = |entry: &Value| (entry["name"].clone(), entry["value"].clone());
        found["ranking"].as_array().expect("a list").iter().map(of).collect::<Vec<_>>()
    };
    // tp and positives: 35/100 + 70/200 of 40/100 + 100/200, and so on.
    let equal = [("lr", "7/9"), ("svm", "67/90"), ("tree", "131/180")];
    let shown = |all: &[(&str, &str)]| {
        all.iter().map(|(name, value)| (json!(name), json!(value))).collect::<Vec<_>>()
    };
    assert_eq!(mean("equal"), shown(&equal));
    assert_eq!(mean("north=1/2,south=0.5"), shown(&equal));
    // The north alone.
    assert_eq!(
        mean("north=3,south=0"),
        shown(&[("svm", "37/40"), ("lr", "7/8"), ("tree", "7/10")])
    );
}

#[test]
fn a_note_says_what_is_judged() {
    let notes = |more: &[&str], content: &str| {
        run(&["rank", "--score", "f1"], content, &[&["--by", "site"], more].concat()).notes().1
    };
    let told = "note: the mean performance over 2 test sets is judged; ";
    assert_eq!(notes(&[], SITES), format!("{told}each counts as many as its samples\n"));
    assert_eq!(notes(&["--weights", "equal"], SITES), format!("{told}all count alike\n"));
    assert_eq!(
        notes(&["--weights", "north=1,south=2"], SITES),
        format!("{told}they count north=1,south=2\n")
    );
    let rates = "name,site,tnr,tpr,prior\nlr,a,1/2,1/3,1/4\nlr,b,1/3,1/4,1/5\n";
    assert_eq!(notes(&[], rates), format!("{told}without numbers of samples all count alike\n"));
}

/// Pairs that are missing are named; `--complete` keeps what is shared.
#[test]
fn missing_tests_are_refused_or_left_out() {
    let missing = SITES.replace("tree,south,70,30,25,75\n", "");
    let rank = ["rank", "--score", "tpr"];
    assert_eq!(
        run(&rank, &missing, &["--by", "site"]).refusal(),
        "x.csv: not tested: \"tree\" in \"south\"\n\
         --complete keeps the test sets that all share (1 test set, 3 classifiers); \
         --complete=classifiers keeps the classifiers that were tested in all (2 test sets, 2 classifiers)"
    );
    let names = |complete: &str| {
        let more = ["--by", "site", complete, "--format", "json"];
        let found = run(&rank, &missing, &more).noted_json();
        let all = found["ranking"].as_array().expect("a list").clone();
        all.iter().map(|one| one["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("--complete"), ["svm", "lr", "tree"]);
    assert_eq!(names("--complete=domains"), ["svm", "lr", "tree"]);
    assert_eq!(names("--complete=classifiers"), ["lr", "svm"]);
    let nothing = "name,site,tn,fp,fn,tp\nlr,north,5,1,1,3\nsvm,south,4,2,1,1\n";
    for complete in ["--complete", "--complete=classifiers"] {
        let refused = run(&rank, nothing, &["--by", "site", complete]).refusal();
        assert!(refused.ends_with("\ngive the missing results"), "{refused}");
    }
}

#[test]
fn what_has_no_mean_is_refused_with_what_helps() {
    let refused = |command: &[&str], more: &[&str]| {
        run(command, SITES, &[&["--by", "site"], more].concat()).refusal()
    };
    let rank = ["rank", "--score", "f1"];
    let sizes = SITES.replace("svm,south,90", "svm,south,91");
    let differ = run(&rank, &sizes, &["--by", "site"]).refusal();
    assert!(
        differ.contains("\"lr\" was tested on 200 samples in \"south\", and \"svm\" on 201"),
        "{differ}"
    );
    assert!(differ.contains("--weights equal"), "{differ}");
    run(&rank, &sizes, &["--by", "site", "--weights", "equal"]).notes();
    let without = refused(&rank, &["--weights", "north=1"]);
    assert!(without.contains("--weights north=1,south=0"), "{without}");
    assert!(
        refused(&rank, &["--weights", "north=1,south=1,east=1"]).contains("\"north\", \"south\"")
    );
    assert!(refused(&rank, &["--weights", "north=0,south=0"]).contains("all weights are 0"));
    assert!(refused(&rank, &["--weights", "north=-1,south=0"]).contains("below 0"));
    assert!(refused(&rank, &["--weights", "north"]).contains("A=1,B=2"));
    assert!(refused(&rank, &["--multi-class"]).contains("--by does not go with --multi-class"));
    assert!(refused(&rank, &["--at-best"]).contains("leave --at-best out"));
    let pair = ["curve", "--along", "decision", "--first", "lr", "--second", "svm"];
    assert!(refused(&pair, &[]).contains("no number of samples"));
    assert!(refused(&["tile", "--flavor", "confidence"], &[]).contains("no number of samples"));
    // Without --by the doubled name is noticed, with the flag that helps.
    let doubled = run(&rank, SITES, &[]).refusal();
    assert!(doubled.contains("--where site=north") && doubled.contains("--by site"), "{doubled}");
}

/// Each classifier is transformed on each test set.
#[test]
fn operations_come_before_the_mean() {
    let shifted = |content: &str, more: &[&str]| {
        let more = [&["--operation", "prior-shift=1/2", "--format", "json"], more].concat();
        plain(run(&["regions", "--area"], content, &more).noted_json())
    };
    // Rates of each site at balanced priors.
    let rates = "name,site,tnr,tpr,prior\n\
        lr,north,5/6,7/8,1/2\nsvm,north,3/4,37/40,1/2\ntree,north,11/12,7/10,1/2\n\
        lr,south,4/5,7/10,1/2\nsvm,south,9/10,3/5,1/2\ntree,south,7/10,3/4,1/2\n";
    let by = ["--by", "site", "--weights", "equal"];
    assert_eq!(shifted(SITES, &by), shifted(rates, &by));
}

/// A result over several test sets is checked against the input with the same flags.
#[test]
fn results_of_the_mean_are_verified() {
    for command in COMMANDS {
        let by = ["--by", "site", "--weights", "equal"];
        let made = run(command, SITES, &[&by[..], &["--format", "json"]].concat());
        let result = made.notes().0;
        let verify = |by: &[&str]| {
            Run::new(&[&["verify", "r.json", "x.csv"], by].concat())
                .file("r.json", &result)
                .file("x.csv", SITES)
        };
        assert!(verify(&by).notes().0.starts_with("verified"), "{command:?}");
        let (_, status) = verify(&["--by", "site", "--quiet"]).status();
        assert_eq!(status, 1, "{command:?}");
    }
}

#[test]
fn the_page_shows_the_mean() {
    let page = run(&["report"], SITES, &["--by", "site"]).notes().0;
    assert!(page.contains("lr") && page.contains("tree"));
}
