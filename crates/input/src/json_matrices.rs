//! JSON with a classifier per key: objects of counts, a key `confusion_matrix`, and scikit-learn's
//! classification reports, whose supports and recalls give the counts exactly.

use exactile::num::{Rational, abbreviated};
use exactile::performance::{Classifier, ConfusionMatrix, Label, Operation};
use serde_json::value::RawValue;

use super::ReadOptions;
use super::cells;
use super::described;
use super::error::{InputError, InputErrorKind};
use super::header;
use super::json_text::{Document, Members, Pairs, Text, entries, members, word_position};
use super::names::stem;
use super::predictions::{self, NoPositive};
use super::values::Values;
use super::vocabulary::Word;

/// Properties of all classifiers that were read.
pub(super) struct Read {
    /// The positive label of reports and of labelled matrices.
    pub(super) positive: Option<String>,
    /// `true` if all classifiers have their own prior.
    pub(super) carry_prior: bool,
}

/// Classifiers, and what was read besides.
pub(super) type Named = (Vec<Classifier>, Read);

/// Returns the classifiers of one object; `None` if it has another form.
pub(super) fn read(
    document: &Document<'_>,
    options: &ReadOptions,
) -> Result<Option<Named>, InputError> {
    let text = document.text();
    if text.trim_ascii_start().starts_with('[') {
        return list(document, options);
    }
    if !text.trim_ascii_start().starts_with('{') {
        return Ok(None);
    }
    let Ok(Members(whole)) = serde_json::from_str(text) else { return Ok(None) };
    let mut found = Read { positive: None, carry_prior: true };
    if matrix(&whole).is_some() || is_report(&whole) {
        let name = own_name(&whole).unwrap_or_else(|| stem(document.file()));
        let raw = document.value()?;
        let one = classifier(document, options, &name, raw, &mut found)?;
        return Ok(Some((vec![one], found)));
    }
    let is_one = |value: &RawValue| {
        members(value).is_some_and(|members| {
            let at = |word: Word| members.iter().position(|(Text(key), _)| word.is_meant_by(key));
            let named = |word: Word| at(word).or((word == Word::Name).then_some(0));
            matrix(&members).is_some() || is_report(&members) || header::columns(named).is_ok()
        })
    };
    if whole.is_empty() || !whole.iter().all(|(_, value)| is_one(value)) {
        return Ok(None);
    }
    // The keys of pandas' orient="index" count rows, which have their names within them.
    let own: Option<Vec<String>> =
        whole.iter().map(|(_, value)| own_name(&members(value)?)).collect();
    let keys = || whole.iter().map(|(Text(key), _)| key.to_string()).collect();
    let names = own.unwrap_or_else(keys);
    let read = names
        .iter()
        .zip(&whole)
        .map(|(name, (_, value))| classifier(document, options, name, value, &mut found));
    let classifiers = read.collect::<Result<Vec<_>, _>>()?;
    Ok(Some((classifiers, found)))
}

/// Returns the classifiers of a list of objects, each with its name and `confusion_matrix`.
fn list(document: &Document<'_>, options: &ReadOptions) -> Result<Option<Named>, InputError> {
    let Ok(objects) = serde_json::from_str::<Vec<&RawValue>>(document.text()) else {
        return Ok(None);
    };
    let is_one = |object: &&RawValue| members(object).is_some_and(|one| matrix(&one).is_some());
    if objects.is_empty() || !objects.iter().all(is_one) {
        return Ok(None);
    }
    let mut found = Read { positive: None, carry_prior: true };
    let mut classifiers = Vec::with_capacity(objects.len());
    for (number, object) in (1..).zip(objects) {
        let fail = |kind| document.error(object.get(), Some(number), kind);
        let members = members(object).unwrap_or_default();
        let needed = "give each object its name";
        let name = own_name(&members)
            .ok_or_else(|| fail(InputErrorKind::Missing { name: "name", needed }))?;
        classifiers.push(classifier(document, options, &name, object, &mut found)?);
    }
    Ok(Some((classifiers, found)))
}

/// Returns the name that an object has within it.
fn own_name(members: &Pairs<'_>) -> Option<String> {
    let (_, value) = members.iter().find(|(Text(key), _)| Word::Name.is_meant_by(key))?;
    serde_json::from_str(value.get()).ok()
}

/// Returns the value of `confusion_matrix`.
fn matrix<'t>(members: &Pairs<'t>) -> Option<&'t RawValue> {
    members.iter().find(|(Text(key), _)| key == "confusion_matrix").map(|(_, value)| *value)
}

/// Returns the two labels of the rows and columns of `confusion_matrix`, as they stand.
fn labels(members: &Pairs<'_>) -> Option<[Label; 2]> {
    let is_it = |key: &str| ["labels", "classes", "class_names", "target_names"].contains(&key);
    let (_, value) = members.iter().find(|(Text(key), _)| is_it(key))?;
    let [first, second]: [&RawValue; 2] = serde_json::from_str(value.get()).ok()?;
    let label = |value: &RawValue| {
        let text = serde_json::from_str(value.get());
        Label::new(&text.unwrap_or_else(|_| value.get().to_owned()))
    };
    Some([label(first), label(second)])
}

/// Returns the classes of a report with their precisions, recalls and supports.
fn classes<'m, 't>(
    whole: &'m Pairs<'t>,
) -> impl Iterator<Item = (&'m str, &'t RawValue, [&'t RawValue; 3])> {
    const AVERAGES: [&str; 4] = ["macro avg", "weighted avg", "micro avg", "samples avg"];
    whole.iter().filter(|(Text(key), _)| !AVERAGES.contains(&&**key)).filter_map(
        |(Text(key), raw)| {
            let members = members(raw)?;
            let of =
                |name: &str| members.iter().find(|(Text(key), _)| key == name).map(|(_, v)| *v);
            Some((&**key, *raw, [of("precision")?, of("recall")?, of("support")?]))
        },
    )
}

fn is_report(whole: &Pairs<'_>) -> bool {
    classes(whole).count() > 1
}

/// Reads one classifier from its value.
fn classifier(
    document: &Document<'_>,
    options: &ReadOptions,
    name: &str,
    raw: &RawValue,
    found: &mut Read,
) -> Result<Classifier, InputError> {
    if raw.get().starts_with('[') {
        return nested(document, name, raw);
    }
    if name.trim().is_empty() {
        return Err(document.error(raw.get(), None, InputErrorKind::EmptyName));
    }
    let whole = members(raw).unwrap_or_default();
    if let Some(value) = matrix(&whole) {
        let one = classifier(document, options, name, value, found)?;
        let is_list = value.get().starts_with('[');
        let Some(labels) = labels(&whole).filter(|_| is_list) else { return Ok(one) };
        // One label is positive for all classifiers.
        let asked = options.positive_label.as_deref().or(found.positive.as_deref()).map(Label::new);
        let both = labels.each_ref();
        let label = match predictions::positive(&both, &both, asked.as_ref()) {
            Ok(label) => label,
            Err(NoPositive::Unknown) => labels[1].clone(),
            Err(unknown) => {
                let known = both.map(|label| label.as_str().to_owned()).to_vec();
                let kind = unknown.into_kind("labels".to_owned(), known);
                return Err(document.error(raw.get(), None, kind));
            }
        };
        found.positive = Some(label.to_string());
        if label == labels[1] {
            return Ok(one);
        }
        let matrix = Operation::SwapClasses.apply(&one.matrix).expect("it has the same counts");
        return Ok(Classifier { matrix, ..one });
    }
    if is_report(&whole) {
        return report(document, options, name, raw, &mut found.positive);
    }
    let fail = |part: &RawValue, kind| document.error(part.get(), None, kind);
    let entries = entries(raw, header::is_row_key).map_err(|(part, kind)| fail(part, kind))?;
    let named = |word: Word| match word {
        Word::Name => Some(0),
        word => word_position(&entries, word),
    };
    let columns = header::columns(named).map_err(|kind| fail(raw, kind))?;
    columns
        .check_sizes(|index| entries[index].key())
        .map_err(|(kind, index)| fail(entries[index].value, kind))?;
    found.carry_prior &= columns.carry_prior();
    let text = |index: usize| &*entries[index].text;
    let (matrix, _) = described::matrix(&columns.values, text, options.prior().as_ref())
        .map_err(|(kind, at)| fail(at.map_or(raw, |index| entries[index].value), kind))?;
    Ok(Classifier::new(name, matrix))
}

/// A class of a report.
struct Class<'t> {
    raw: &'t RawValue,
    label: Label,
    precision: Option<Rational>,
    support: Rational,
    /// The number of its samples that are right.
    right: Rational,
}

/// Returns the counts of a report of two classes.
fn report(
    document: &Document<'_>,
    options: &ReadOptions,
    name: &str,
    raw: &RawValue,
    known: &mut Option<String>,
) -> Result<Classifier, InputError> {
    let whole = members(raw).unwrap_or_default();
    let mut found = Vec::new();
    for (label, raw, values) in classes(&whole) {
        found.push(Class::new(document, label, raw, values)?);
    }
    let [first, second] = found.as_slice() else {
        let kind = InputErrorKind::Report("it has more than two classes".into());
        return Err(document.error(raw.get(), None, kind));
    };
    let labels = [&first.label, &second.label];
    let asked = options.positive_label.as_deref().map(Label::new);
    let label = predictions::positive(&labels, &labels, asked.as_ref()).map_err(|unknown| {
        let labels = labels.map(|label| label.as_str().to_owned()).to_vec();
        document.error(raw.get(), None, unknown.into_kind("the report".to_owned(), labels))
    })?;
    let (negatives, positives) = match first.label == label {
        true => (second, first),
        false => (first, second),
    };
    let (tn, tp) = (negatives.right.clone(), positives.right.clone());
    let (fp, fn_) = (&negatives.support - &tn, &positives.support - &tp);
    for (class, right, wrong) in [(negatives, &tn, &fn_), (positives, &tp, &fp)] {
        // What is never predicted has no precision, whatever the report says.
        let Some(precision) = right.checked_div(&(right + wrong)) else { continue };
        if !class.precision.as_ref().is_some_and(|given| are_near(given, &precision)) {
            let why = format!(
                "the counts have a precision of {precision} for {:?}",
                class.label.as_str()
            );
            return Err(document.error(class.raw.get(), None, InputErrorKind::Report(why.into())));
        }
    }
    *known = Some(label.to_string());
    let matrix = ConfusionMatrix::new(tn, fp, fn_, tp)
        .map_err(|_| document.error(raw.get(), None, InputErrorKind::AllZero))?;
    Ok(Classifier::new(name, matrix))
}

impl<'t> Class<'t> {
    fn new(
        document: &Document<'_>,
        label: &str,
        raw: &'t RawValue,
        [precision, recall, support]: [&RawValue; 3],
    ) -> Result<Self, InputError> {
        let number = |name: &'static str, value: &RawValue| {
            let number = cells::number(name, value.get().trim_matches('"'));
            number.map_err(|kind| document.error(value.get(), None, kind))
        };
        let samples = number("support", support)?;
        let share = cells::rate("recall", recall.get().trim_matches('"'), ())
            .map_err(|(kind, _)| document.error(recall.get(), None, kind))?;
        let product = &share * &samples;
        let half = &product + Rational::new(1, 2);
        let right = Rational::from(half.numerator() / half.denominator());
        if !samples.is_integer() || samples.is_negative() || !are_near(&product, &right) {
            let why = format!(
                "a recall of {} of {} samples is no whole number of them",
                abbreviated(recall.get()),
                abbreviated(support.get())
            );
            return Err(document.error(recall.get(), None, InputErrorKind::Report(why.into())));
        }
        let precision = number("precision", precision).ok();
        Ok(Self { raw, label: Label::new(label), precision, support: samples, right })
    }
}

/// Returns `true` if numbers agree to a billionth of the second.
fn are_near(given: &Rational, exact: &Rational) -> bool {
    (given - exact).abs() * Rational::from(1_000_000_000) <= *exact
}

/// Reads a confusion matrix as scikit-learn prints it, `[[tn, fp], [fn, tp]]`.
pub(super) fn nested(
    document: &Document<'_>,
    name: &str,
    raw: &RawValue,
) -> Result<Classifier, InputError> {
    let wrong = |part: &RawValue| {
        let what = "a matrix [[tn, fp], [fn, tp]]";
        let text = abbreviated(part.get());
        document.error(part.get(), None, InputErrorKind::WrongType { what, text })
    };
    if name.trim().is_empty() {
        return Err(document.error(raw.get(), None, InputErrorKind::EmptyName));
    }
    let rows: [[&RawValue; 2]; 2] = serde_json::from_str(raw.get()).map_err(|_| wrong(raw))?;
    let [[tn, fp], [fn_, tp]] = rows;
    let cell = |cell: &RawValue| {
        let text = cell.get();
        match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(text) => text.to_owned(),
            None => text.to_owned(),
        }
    };
    let (raws, texts) = ([tn, fp, fn_, tp], [tn, fp, fn_, tp].map(cell));
    let (matrix, _) =
        described::matrix(&Values::Counts([0, 1, 2, 3]), |index: usize| &texts[index], None)
            .map_err(|(kind, at)| {
                document.error(at.map_or(raw, |index| raws[index]).get(), None, kind)
            })?;
    Ok(Classifier::new(name, matrix))
}
