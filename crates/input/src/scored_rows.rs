//! The scores of rows by model. Plain rows of a long file are read on all cores.

use super::ahead::cores;
use super::labelled::LabelledRows;
use exactile::num::{Rational, Scientific};
use exactile::threshold::ScoreColumn;

/// The blocks that are read row by row after a stretch of few plain rows.
const REST: u32 = 16;

/// A score as it is read.
pub(super) enum Score {
    Decimal(Scientific),
    Fraction(Rational),
    Infinite { is_negative: bool },
}

impl Score {
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Decimal(score) => {
                let negated = Scientific::new(-score.mantissa(), score.exponent());
                Self::Decimal(negated.expect("the sign is no matter of size"))
            }
            Self::Fraction(score) => Self::Fraction(-&score),
            Self::Infinite { is_negative } => Self::Infinite { is_negative: !is_negative },
        }
    }

    fn equals(&self, value: &Rational) -> bool {
        match self {
            Self::Decimal(score) => score.to_rational() == *value,
            Self::Fraction(score) => score == value,
            Self::Infinite { .. } => false,
        }
    }

    fn is_whole(&self) -> bool {
        match self {
            Self::Decimal(score) => score.in_units(0).is_some() || score.to_rational().is_integer(),
            Self::Fraction(score) => score.is_integer(),
            Self::Infinite { .. } => false,
        }
    }
}

/// The scores of some rows.
pub(super) struct ScoredRows {
    pub(super) columns: Vec<ScoreColumn>,
    /// For each column, `true` if it has only whole numbers.
    pub(super) are_whole: Vec<bool>,
    /// For each column, `true` if it equals the truth in every row.
    pub(super) are_copies: Vec<bool>,
    rows: u64,
}

impl ScoredRows {
    /// No rows yet.
    pub(super) fn new(models: usize) -> Self {
        let (columns, all) = (vec![ScoreColumn::new(); models], vec![true; models]);
        Self { columns, are_whole: all.clone(), are_copies: all, rows: 0 }
    }

    /// Adds a row of so many samples of a class, whose label may be a number.
    pub(super) fn push(
        &mut self,
        class: usize,
        label: Option<&Rational>,
        scores: &[Score],
        count: u64,
    ) {
        self.rows += 1;
        for (column, score) in self.are_copies.iter_mut().zip(scores).filter(|_| count > 0) {
            *column = *column && label.is_some_and(|value| score.equals(value));
        }
        let columns = self.columns.iter_mut().zip(&mut self.are_whole);
        for ((column, is_whole), score) in columns.zip(scores) {
            *is_whole = *is_whole && score.is_whole();
            match score {
                Score::Decimal(score) => column.push_decimal(class, *score, count),
                Score::Fraction(score) => column.push(class, score, count),
                Score::Infinite { is_negative } => column.push_infinity(class, *is_negative, count),
            }
        }
    }

    /// Adds rows after these.
    fn append(&mut self, rows: &Self) {
        for (column, more) in self.columns.iter_mut().zip(&rows.columns) {
            column.append(more);
        }
        let flags = self.are_whole.iter_mut().chain(&mut self.are_copies);
        for (flag, more) in flags.zip(rows.are_whole.iter().chain(&rows.are_copies)) {
            *flag &= more;
        }
        self.rows += rows.rows;
    }
}

/// A column of a table.
#[derive(Clone, Copy)]
enum Part {
    Truth,
    Model { number: usize, is_flipped: bool },
    Nothing,
}

/// Plain rows: in each column of a model a decimal without blanks around it.
pub(super) struct PlainRows {
    parts: Vec<Part>,
    delimiter: u8,
    /// The blocks to pass before the next attempt.
    rest: u32,
}

/// The rows that a thread has read, by parts of the stretch, and room for one.
struct Taken {
    parts: Vec<(usize, ScoredRows)>,
    scores: Vec<Score>,
}

impl PlainRows {
    /// Those of a table whose models have these columns, some with the sign changed.
    pub(super) fn new(rows: &LabelledRows<'_, '_>, flipped: &[usize]) -> Self {
        let table = rows.table();
        let part = |column: usize| {
            let number = rows.columns.models.iter().position(|model| *model == column);
            match number {
                Some(number) => Part::Model { number, is_flipped: flipped.contains(&column) },
                None if column == rows.columns.truth => Part::Truth,
                None => Part::Nothing,
            }
        };
        let parts = (0..table.header().len()).map(part).collect();
        Self { parts, delimiter: table.delimiter(), rest: 0 }
    }

    /// Reads the plain rows of the following stretches, as long as most are; the others are left.
    /// `labels` has the number that the label of each class is.
    pub(super) fn read(
        &mut self,
        rows: &mut LabelledRows<'_, '_>,
        scored: &mut ScoredRows,
        labels: &[Option<Rational>],
    ) {
        while rows.can_look_ahead() {
            if self.rest > 0 {
                self.rest -= 1;
                return;
            }
            let models = scored.columns.len();
            let nothing = || Score::Infinite { is_negative: false };
            let room = || (0..models).map(|_| nothing()).collect();
            let begun = (0..cores()).map(|_| Taken { parts: Vec::new(), scores: room() }).collect();
            let seen = rows.look_ahead(begun, |taken: &mut Taken, number, class, line| {
                if !self.split(line, &mut taken.scores) {
                    return false;
                }
                if taken.parts.last().is_none_or(|(last, _)| *last != number) {
                    taken.parts.push((number, ScoredRows::new(models)));
                }
                let part = taken.parts.last_mut().map(|(_, part)| part);
                let label = labels[class].as_ref();
                part.into_iter().for_each(|part| part.push(class, label, &taken.scores, 1));
                true
            });
            if 2 * seen.left.len() as u64 >= seen.lines {
                self.rest = REST;
            }
            let count = |taken: &Taken| taken.parts.iter().map(|(_, part)| part.rows).sum::<u64>();
            let taken = rows.pass(seen, count);
            let mut parts: Vec<_> = taken.into_iter().flat_map(|taken| taken.parts).collect();
            parts.sort_unstable_by_key(|(number, _)| *number);
            parts.iter().for_each(|(_, part)| scored.append(part));
        }
    }

    /// Reads the scores of a line by the numbers of their models; returns `false` if it is no plain
    /// row.
    fn split(&self, line: &[u8], scores: &mut [Score]) -> bool {
        let mut fields = line.split(|byte| *byte == self.delimiter);
        for part in &self.parts {
            let Some(field) = fields.next() else { return false };
            match part {
                Part::Truth => {}
                Part::Nothing => {
                    if !field.iter().all(|byte| matches!(byte, b' '..=b'~')) {
                        return false;
                    }
                }
                Part::Model { number, is_flipped } => {
                    let Some(score) = Scientific::parse(field) else { return false };
                    let score = Score::Decimal(score);
                    scores[*number] = if *is_flipped { score.negated() } else { score };
                }
            }
        }
        fields.next().is_none()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Format, InputError, Joint, ReadOptions, Subject, read};

    fn read_with(text: &str, is_kept: bool, flip: &[String]) -> Result<Subject, InputError> {
        let (id, constant) = ("id".to_owned(), "k".to_owned());
        let mut options = ReadOptions {
            format: Some(Format::Scores),
            joint: Joint::All,
            flip: flip.to_vec(),
            ignore: vec![id],
            ..ReadOptions::default()
        };
        if is_kept {
            options.keep.push((constant, "x".to_owned()));
        } else {
            options.ignore.push(constant);
        }
        read(text.as_bytes(), "s.csv", &options, &mut |_| ())
    }

    /// Long files are read by several threads, which a condition on rows forbids. Quotes, empty
    /// lines, other ends of lines and unusual numbers are rare in both.
    #[test]
    fn long_files_are_read_as_they_are_row_by_row() {
        let rows = 150_000_u64;
        let text = |unusual: &str| {
            let mut text = "y_true,B,A,k,id\n".to_owned();
            for row in 0..rows {
                let draw = row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                let label = if draw & 1 == 1 { "1" } else { "0" };
                let second = draw / 97 % 31;
                let first = match row {
                    50_000 | 110_000 => unusual.to_owned(),
                    70_000 => "\"0.125\"".to_owned(),
                    90_000 => " 0.5 ".to_owned(),
                    _ => format!("0.{:04}", draw % 97),
                };
                text += &match row {
                    60_000 => format!("\n\r\n{label},{first},{second}e-4,x,{row}\r\n"),
                    100_000 => format!("{label}.0,{first},{second},x,{row}\n"),
                    _ if row == rows - 1 => format!("{label},{first},{second}e-3,x,{row}"),
                    _ => format!("{label},{first},{second}e-{},x,{row}\n", 3 + row % 2),
                };
            }
            text
        };
        for unusual in ["-inf", "1/8", "1e-40", "1/7"] {
            let text = text(unusual);
            let flipped = if unusual == "1/8" { vec!["B".to_owned()] } else { Vec::new() };
            let [ahead, one_by_one] = [false, true].map(|is_kept| {
                let Subject { classifiers, joint, models, notes, .. } =
                    read_with(&text, is_kept, &flipped).expect("scores");
                (classifiers, joint, models, notes)
            });
            assert_eq!(ahead.0[0].matrix.total().to_string(), rows.to_string());
            assert!(ahead == one_by_one, "{unusual}");
        }
        let text = text("2");
        for (row, line) in [(55_000, 55_002), (65_000, 65_004), (140_000, 140_004)] {
            let at = text.find(&format!(",x,{row}\n")).expect("the row");
            let start = text[..at].rfind('\n').expect("a row before") + 1;
            let rest = text[start..].find(",0.").expect("a score") + start + 2;
            let wrong = format!("{},o{}", &text[..rest - 2], &text[rest..]);
            let place = read_with(&wrong, false, &[]).expect_err("o.5").place;
            assert_eq!((place.line, place.column), (Some(line), Some(2)));
        }
    }
}
