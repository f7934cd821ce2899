//! Hints about faults of an input: one line, with the flag to add if one helps.

use super::error::{CountAdvice, InputErrorKind, Suspect, quoted_and};
use super::foreign_label::{ForeignLabel, Suspicion};
use exactile::num::abbreviated;
use exactile::performance::{MultiClassError, one_line};

impl ForeignLabel {
    /// Returns the hint, with flags that exist.
    fn hint(&self, has_flag: &dyn Fn(&str) -> bool) -> String {
        let Self { label, column, truth, known, suspicion } = self;
        match suspicion {
            Suspicion::Spelling(spelling) => {
                let [right, wrong] = [spelling, label].map(|text| abbreviated(text));
                format!("write {right:?} instead of {wrong:?}")
            }
            Suspicion::Scores => {
                let ways = [
                    ("--input-format", "read scores with --input-format scores".to_owned()),
                    (
                        "--ignore",
                        format!("leave the column out with --ignore {}", shell_word(column)),
                    ),
                ];
                let ways: Vec<String> = ways
                    .into_iter()
                    .filter(|(flag, _)| has_flag(flag))
                    .map(|(_, way)| way)
                    .collect();
                let labels = format!("predictions are labels such as {}", quoted_and(known));
                if ways.is_empty() { labels } else { format!("{labels}: {}", ways.join(", or ")) }
            }
            Suspicion::NewClass => {
                format!(
                    "write a label of {truth}, or give a class without samples as \
                     name,truth,predicted,count"
                )
            }
            Suspicion::Weights if has_flag("--weight") => {
                format!("name the weights of the rows: --weight {}", shell_word(column))
            }
            Suspicion::Weights => {
                "write in a column named count how many samples each row stands for, whole numbers"
                    .to_owned()
            }
            Suspicion::Mistake => format!("correct the label; {truth} holds {}", quoted_and(known)),
            Suspicion::NoClassifier(_) if !has_flag("--ignore") => {
                format!(
                    "remove columns that are not classifiers; {truth} holds {}",
                    quoted_and(known)
                )
            }
            Suspicion::NoClassifier(columns) => {
                let flags: Vec<String> = columns
                    .iter()
                    .map(|column| format!("--ignore {}", shell_word(column)))
                    .collect();
                let (are, them) = if columns.len() == 1 {
                    ("this is not a classifier", "it")
                } else {
                    ("these are not classifiers", "them")
                };
                format!(
                    "if {are}, leave {them} out: {}; {truth} holds {}",
                    flags.join(" "),
                    quoted_and(known)
                )
            }
        }
    }
}

impl Suspect {
    /// Returns the hint: if the column is not a classifier, for this reason, and if it is one.
    fn hint(&self, reason: &str, one: &str) -> String {
        let Self { column, others, .. } = self;
        let both = only(&[std::slice::from_ref(column), &others[..]].concat());
        match others.as_slice() {
            [] => format!("if it is {one}, add --only {both}"),
            others => {
                let others = only(others);
                format!("if it {reason}, add --only {others}; if it is {one}, add --only {both}")
            }
        }
    }
}

impl CountAdvice {
    fn hint(self, column: &str, has_flag: &dyn Fn(&str) -> bool) -> String {
        let (whole, column) = ("write whole numbers", shell_word(column));
        let how = match self {
            Self::WeightsToo => {
                return "this column weighs the rows: write numbers from 0".to_owned();
            }
            Self::Weigh if has_flag("--weight") => {
                format!("{whole}, or add --weight {column} if it weighs the rows")
            }
            Self::LeaveOut if has_flag("--ignore") => format!(
                "{whole}, since weights are taken with predictions and scores of two classes, a \
                 column each; if it says something else, leave it out: --ignore {column}"
            ),
            _ => whole.to_owned(),
        };
        format!("this column says how many samples a row stands for: {how}")
    }
}

impl InputErrorKind {
    /// Returns the hint, in one line.
    pub fn hint(&self) -> String {
        self.hint_with(&|_| true)
    }

    /// Returns the hint, in one line, for a program that has only those flags (such as `--ignore`)
    /// for which `has_flag` returns `true`.
    pub fn hint_with(&self, has_flag: &dyn Fn(&str) -> bool) -> String {
        let positive = |labels: &[String]| {
            let flags: Vec<String> =
                labels.iter().map(|label| format!("--positive {}", shell_word(label))).collect();
            flags.join(" or ")
        };
        match self {
            Self::PositiveUnknown { labels, .. } | Self::PositiveAbsent { labels, .. } => {
                format!("name the positive one: {}", positive(labels))
            }
            Self::TooManyClasses { labels, .. } => match same_but_for_case(labels) {
                Some([one, other]) => {
                    format!("write one spelling: {one:?} and {other:?} differ in case only")
                }
                None if !has_flag("--multi-class") => {
                    "write one label for all classes but one".to_owned()
                }
                None => format!(
                    "add --multi-class, or --multi-class --class {} for one class against the rest",
                    labels.first().map_or_else(|| "LABEL".to_owned(), |label| shell_word(label)),
                ),
            },
            Self::NoSuchColumn { nearest: Some(nearest), .. }
            | Self::NoSuchClassifier { nearest: Some(nearest), .. } => {
                format!("did you mean {:?}?", abbreviated(nearest))
            }
            Self::ForeignLabel(foreign) => foreign.hint(has_flag),
            Self::NotAScore { column, is_no_model: true, .. } if has_flag("--ignore") => {
                format!("leave the column out with --ignore {}", shell_word(column))
            }
            Self::MissingPrior if !has_flag("--prior") => "add prior to each of them".to_owned(),
            Self::MissingLabel { .. } | Self::MissingValue { .. }
                if !has_flag("--drop-missing") =>
            {
                "fill in the value, or remove the row".to_owned()
            }
            Self::SeveralTruths { columns } => {
                let flags: Vec<String> =
                    columns.iter().map(|name| format!("--truth {}", shell_word(name))).collect();
                format!("name the one that does: {}", flags.join(" or "))
            }
            Self::NoCommonId { columns } if !columns.is_empty() => {
                let flags: Vec<String> =
                    columns.iter().map(|name| format!("--id {}", shell_word(name))).collect();
                format!("name it: {}", flags.join(" or "))
            }
            Self::EqualsTruth(suspect) => suspect.hint("is a copy of the truth", "a classifier"),
            Self::LooksLikeId(suspect) => suspect.hint("identifies the samples", "a model"),
            Self::RepeatedAcross { choice, .. } if has_flag("--where") => {
                let one =
                    format!("choose the rows of one test set: --where {}", shell_word(choice));
                match choice.split_once('=').filter(|_| has_flag("--by")) {
                    None => one,
                    Some((column, _)) => {
                        format!(
                            "{one}; or take the mean over all of them: --by {}",
                            shell_word(column)
                        )
                    }
                }
            }
            Self::NotACount { column, advice, .. } => advice.hint(column, has_flag),
            Self::Foreign { hint, .. } => hint.clone(),
            Self::ThousandsOrDecimals { text, mark } => format!(
                "thousands or decimals? If {mark:?} separates thousands, leave it out everywhere: \
                 {}; if it is the decimal mark, write more digits: {}0",
                text.replace(*mark, ""),
                text.replace(*mark, ".")
            ),
            other => other.fixed_hint().to_owned(),
        }
    }

    /// Returns the hint, for kinds whose hint needs no name from the input.
    fn fixed_hint(&self) -> &'static str {
        match self {
            Self::Unreadable { is_directory: false, .. } => "check the path",
            Self::Unreadable { .. } => "name a file in it",
            Self::BrokenCompression { .. } => "compress the data again, or decompress them first",
            Self::Foreign { .. } => "convert it to CSV",
            Self::TextTooLong { .. } => "give CSV, which is read row by row",
            Self::FieldTooLong { .. } => "look for a quote that is not closed",
            Self::TooManyFields { .. } | Self::TooManyCells { .. } => "split the table",
            Self::TooManyFolds { .. } => "choose fewer models with --only",
            Self::AboutSamples { flag: "--only" } => {
                "leave it out; to compare some classifiers, give a file with these alone"
            }
            Self::AboutSamples { .. } | Self::FlippedLabels => "leave it out",
            Self::ReportOfOne => {
                "give the report as JSON, json.dump({\"model\": report}, file), for each classifier"
            }
            Self::NegativesOrAll => {
                "call it negatives if it has these; otherwise give the negatives, or a column prior"
            }
            Self::ShareOrPercentage { .. } => {
                "write a percent sign behind each number, as in 0.5%, or none in the column's name"
            }
            Self::OneFold => "name a column with two values at least",
            Self::MixedMarks { .. } | Self::ThousandsOrDecimals { .. } => {
                "write all numbers with one decimal mark, and without thousands separators"
            }
            Self::SeveralTables { .. } => "keep one of them",
            Self::Empty => "give CSV with a header, or JSON",
            Self::NotUtf8 | Self::Nul => "save it as UTF-8 text",
            Self::UnclosedQuote => "close the quote, or write it twice within quotes",
            Self::RowTooLong { .. } => "look for a quote that is not closed",
            Self::UnknownHeader { are_verdicts: true, .. } => {
                "if the cells say whether predictions were right, add --correct; if they are \
                 predictions, give y_true, here or in a file with the same identifiers"
            }
            Self::UnknownHeader { .. } => {
                "start with name,tn,fp,fn,tp or name,tnr,tpr or y_true and a column per classifier"
            }
            Self::SetsBy { .. } => "name another column with --by",
            Self::Missing { needed, .. } => needed,
            Self::Repeated { .. } => "keep one of them",
            Self::Ragged { .. } => "give each row one field per column",
            Self::RaggedFirst { .. } => {
                "give each row one field per column; if the rows begin with names of their own, \
                 name that column in the header"
            }
            Self::RaggedNames { .. } => "give each row as many fields as the first one",
            Self::Nothing { .. } => "give at least one",
            Self::NoPredictions { .. } => "give a column of predictions for each classifier",
            Self::SeveralTruths { .. } => "name one of them with --truth",
            Self::MissingIds { .. } => {
                "give a row of each sample for each classifier, or leave out the samples that some \
                 lack by --drop-missing"
            }
            Self::DoubledId { .. } => {
                "keep one of the rows; if a sample was tried several times, --repeat first takes \
                 the first row; compare, confidence and plan keep all of them with --cluster and \
                 the column of identifiers"
            }
            Self::OtherTruth { .. } => "give each sample one true label",
            Self::OtherWeight { .. } => "give each sample one weight",
            Self::OtherDomain { .. } => "give each sample one test set",
            Self::NotJoined => {
                "give several files with a row or object per sample, or one file alone"
            }
            Self::IdTooLong => "name the column of identifiers with --id",
            Self::NoCommonId { .. } => {
                "name it with --id COLUMN; several files are joined by a column that all have"
            }
            Self::EqualsTruth(_) | Self::LooksLikeId(_) => "name the classifiers with --only",
            Self::NothingKept { conditions } if conditions.len() > 1 => {
                "write values that occur together in a row"
            }
            Self::NothingKept { .. } => "write a value that occurs in the column",
            Self::RepeatedAcross { .. } => "give each classifier its own name in each test set",
            Self::EmptyName => "name it",
            Self::UnnamedColumn => "name it",
            Self::RepeatedName { .. } => "give each classifier its own name",
            Self::NotANumber { .. } => "write a number such as 12, 0.7, 1e-3 or 7/10",
            Self::NotAScore { .. } => "write a number such as 0.7, -1.5 or 1e-3",
            Self::ZeroDenominator { .. } => "write a denominator other than 0",
            Self::TooManyDigits { .. } => "write at most 1000 digits",
            Self::Negative { .. } => "counts and weights must not be negative",
            Self::AllZero => "give at least one sample, or remove the classifier",
            Self::RateOutOfRange { .. } => "write rates as 0.875, 7/8 or 87.5%",
            Self::PriorOutOfRange { .. } => "a prior must be above 0 and below 1",
            Self::RowNormalised => "give the positive prior with --prior, or the counts themselves",
            Self::Undetermined { .. } => {
                "exactile check --points lists the matrices that fit; give tn, fp, fn, tp, or tnr \
                 and tpr"
            }
            Self::Contradiction => "correct the scores or the prior: at it, tn would be negative",
            Self::NotASize { .. } => "write the number of samples of the class",
            Self::MissingPrior => "add prior to each of them, or give --prior",
            Self::MissingLabel { .. } | Self::MissingValue { .. } => {
                "fill in the value, or leave out all rows with missing values by --drop-missing"
            }
            Self::NothingLeft { .. } => {
                "leave out a column that is empty with --ignore, or run without --drop-missing"
            }
            Self::NotACount { .. } => "write whole numbers",
            Self::CountsTooLarge => {
                "give a confusion matrix per classifier, whose counts may have any size"
            }
            Self::WeightsTooFine => "round all weights to the same few decimals, such as six",
            Self::Needed { .. } => "leave out other columns",
            Self::NoDomains => {
                "give a table of confusion matrices, rates, predictions or scores with such a \
                 column, or a JSON list of objects with such a key"
            }
            Self::RepeatedInDomain { .. } | Self::TwiceInDomain { .. } => {
                "give each classifier one result in each test set"
            }
            Self::NoColumns => "run without --ignore and --where: other keys are ignored",
            Self::UnknownMatrixHeader { .. } => {
                "start with name,truth,predicted,count or y_true and a column per classifier"
            }
            Self::NoSamples { .. } => "give at least one sample, or remove the classifier",
            Self::UnknownCostHeader { .. } => {
                "start with truth and the labels that may be predicted, as in truth,cat,dog"
            }
            Self::NoSuchColumn { .. } => "name one of the header",
            Self::NoSuchClassifier { .. } => "name a classifier of the input",
            Self::ForeignLabel(_)
            | Self::TooManyClasses { .. }
            | Self::PositiveUnknown { .. }
            | Self::PositiveAbsent { .. } => "write the labels of y_true",
            Self::NoProbability { .. } => "add a column MODEL:LABEL",
            Self::WrongCosts { .. } => {
                r#"write an object such as {"labels": ["x", "y"], "costs": [[0, 1], [5, 0]]}"#
            }
            Self::TooManyLabels { .. } => "give labels of classes, not numbers or names of samples",
            Self::Matrix(error) if **error == MultiClassError::Empty => "give at least one sample",
            Self::Matrix(_) => "give each label once, with a row and a column",
            Self::WrongMatrix { .. } => {
                "write a list such as [{\"name\": \"A\", \"labels\": [\"x\", \"y\"], \"matrix\": \
                 [[5, 1], [2, 4]]}]"
            }
            Self::NeitherRightNorWrong { .. } => {
                "write 1 or 0, true or false, pass or fail, C or I; leave other columns out with \
                 --ignore"
            }
            Self::Report(_) => "give the confusion matrix, [[tn, fp], [fn, tp]]",
            Self::StrayTask { .. } => "list every task in the list of all tasks",
            Self::UnequalLists { .. } => "give each list a value for each sample",
            Self::BrokenJson { .. } => "correct the JSON",
            Self::WrongType { .. } => {
                r#"write a list such as [{"name": "A", "tn": 5, "fp": 1, "fn": 2, "tp": 4}]"#
            }
        }
    }
}

/// Returns two labels that differ only in the case of letters, if there are any.
fn same_but_for_case(labels: &[String]) -> Option<[&String; 2]> {
    let pairs = labels
        .iter()
        .enumerate()
        .flat_map(|(k, one)| labels[..k].iter().map(move |other| [other, one]));
    pairs.into_iter().find(|[one, other]| one.to_lowercase() == other.to_lowercase())
}

/// Returns columns as the value of `--only`: with commas between, or as several flags if one has a
/// comma itself.
fn only(columns: &[String]) -> String {
    let has_comma = columns.iter().any(|column| column.contains(','));
    let words: Vec<String> = columns.iter().map(|column| shell_word(column)).collect();
    if has_comma { words.join(" --only ") } else { shell_word(&columns.join(",")) }
}

/// Returns a text as one word of a shell's command line.
pub(super) fn shell_word(text: &str) -> String {
    let text = one_line(text).into_owned();
    let is_plain = |c: char| c.is_alphanumeric() || "_+-.,:/@%=".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
