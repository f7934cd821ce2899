//! One data set in many forms has one result; accidental changes have the right result or are
//! refused, and never have another result.

use proptest::prelude::*;

use super::*;

/// A sample: its class and the predictions of three classifiers.
type Sample = (bool, [bool; 3]);

const NAMES: [&str; 3] = ["lr", "svm", "tree"];

fn label(is_positive: bool) -> &'static str {
    if is_positive { "1" } else { "0" }
}

fn wide(samples: &[Sample], truth: &str, separator: char) -> String {
    let mut text = format!("{truth},lr,svm,tree\n");
    for (class, said) in samples {
        let said = said.map(label).join(",");
        text.push_str(&format!("{},{said}\n", label(*class)));
    }
    text.replace(',', &separator.to_string())
}

fn long(samples: &[Sample]) -> String {
    let mut text = "model,sample_id,y_true,y_pred\n".to_owned();
    for (k, name) in NAMES.iter().enumerate() {
        // Each classifier has its own order of samples.
        for step in 0..samples.len() {
            let at = (step * (k + 1) + k) % samples.len();
            let at = if samples.len() % (k + 1) == 0 { step } else { at };
            let (class, said) = samples[at];
            text.push_str(&format!("{name},s{at},{},{}\n", label(class), label(said[k])));
        }
    }
    text
}

fn counted(samples: &[Sample]) -> String {
    let mut text = "lr,svm,tree,Freq,reference\n".to_owned();
    for pattern in 0..16_u8 {
        let bit = |k: u8| pattern & (1 << k) > 0;
        let sample = (bit(3), [bit(0), bit(1), bit(2)]);
        let count = samples.iter().filter(|other| **other == sample).count();
        if count > 0 {
            let said = sample.1.map(label).join(",");
            text.push_str(&format!("{said},{count},{}\n", label(sample.0)));
        }
    }
    text
}

/// Returns the classifiers and the agreement of each pair, whatever the order of the samples.
fn result(subject: &Subject) -> String {
    let joint = subject.joint.as_ref().expect("counted jointly");
    let pairs = [(0, 1), (0, 2), (1, 2)].map(|(i, j)| format!("{:?}", joint.pair(i, j)));
    let positive =
        exactile::performance::Label::new(subject.positive.as_deref().unwrap_or_default());
    format!("{}\n{}\n{}", shown(subject), pairs.join("\n"), positive.as_str())
}

fn joint() -> ReadOptions {
    ReadOptions { joint: Joint::All, ..ReadOptions::default() }
}

fn read_files(texts: &[String]) -> Subject {
    let mut readers: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
    let names: Vec<String> = (0..texts.len()).map(|k| format!("{k}.csv")).collect();
    let mut progress = vec![|_: u64| (); texts.len()];
    let sources = readers.iter_mut().zip(&names).zip(&mut progress);
    let sources =
        sources.map(|((reader, name), progress)| SourceFile { reader, name, progress }).collect();
    read_joined(sources, &joint()).expect("accepted")
}

fn files(samples: &[Sample]) -> Vec<String> {
    let ids = 0..samples.len();
    let mut first = "id,y_true,lr,svm\n".to_owned();
    for at in ids.clone() {
        let (class, said) = samples[at];
        first.push_str(&format!("k{at},{},{},{}\n", label(class), label(said[0]), label(said[1])));
    }
    let mut second = "ID,tree\n".to_owned();
    for at in ids.rev() {
        second.push_str(&format!("k{at},{}\n", label(samples[at].1[2])));
    }
    vec![first, second]
}

fn samples() -> impl Strategy<Value = Vec<Sample>> {
    let sample = (any::<bool>(), any::<[bool; 3]>());
    prop::collection::vec(sample, 2..40).prop_map(|mut samples| {
        // Both classes, and nobody is right everywhere.
        samples.push((true, [false; 3]));
        samples.push((false, [true; 3]));
        samples
    })
}

proptest! {
    #[test]
    fn every_form_of_one_data_set_gives_one_result(samples in samples()) {
        let plain = wide(&samples, "y_true", ',');
        let expected = result(&read_as(&plain, &joint()).expect("accepted"));
        let utf16: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let marked = [&b"\xff\xfe"[..], &utf16].concat();
        let texts: Vec<(&str, Vec<u8>)> = vec![
            ("semicolons", wide(&samples, "Ground Truth", ';').into()),
            ("tabs", wide(&samples, "target", '\t').into()),
            ("bars", wide(&samples, "obs", '|').into()),
            ("carriage returns", plain.replace('\n', "\r\n").into()),
            ("a byte order mark", [&b"\xef\xbb\xbf"[..], plain.as_bytes()].concat()),
            ("UTF-16", marked),
            ("a line sep=", format!("sep=;\n{}", wide(&samples, "y_true", ';')).into()),
            ("comments", format!("# made today\n{plain}").into()),
            ("a long table", long(&samples).into()),
            ("grouped rows", counted(&samples).into()),
            ("other spellings", plain.replace(",1", ",1.0").replace("\n0", "\n0.00").into()),
        ];
        for (form, text) in texts {
            let subject = read_as(&text, &joint());
            prop_assert!(subject.is_ok(), "{}: {:?}", form, subject);
            let subject = subject.expect("accepted");
            prop_assert_eq!(&result(&subject), &expected, "{}", form);
        }
        prop_assert_eq!(&result(&read_files(&files(&samples))), &expected);
    }

    #[test]
    fn accidents_give_the_right_result_or_a_refusal(samples in samples(), kind in 0..6_usize) {
        let plain = wide(&samples, "y_true", ',');
        let expected = shown(&read_text(&plain).expect("accepted"));
        let changed = |add: &dyn Fn(usize, &str) -> String| -> String {
            plain.lines().enumerate().map(|(k, line)| add(k, line) + "\n").collect()
        };
        let truth = |line: &str| line.split(',').next().unwrap_or_default().to_owned();
        let text = match kind {
            // An identifier in front, with a name that says so and with one that does not.
            0 => changed(&|k, line| if k == 0 { format!("id,{line}") } else { format!("{k},{line}") }),
            1 => changed(&|k, line| if k == 0 { format!("key,{line}") } else { format!("x{k},{line}") }),
            // A copy of the truth.
            2 => changed(&|_, line| format!("{line},{}", truth(line).replace("y_true", "target"))),
            // A fold.
            3 => changed(&|k, line| if k == 0 { format!("{line},fold") } else { format!("{line},{}", k % 3) }),
            // Probabilities beside the labels.
            4 => changed(&|k, line| if k == 0 { format!("{line},p") } else { format!("{line},0.{k}") }),
            // A total at the end.
            _ => format!("{plain}total,{},1,1\n", samples.len()),
        };
        if let Ok(subject) = read_text(&text) {
            prop_assert_eq!(shown(&subject), expected);
        }
    }
}
