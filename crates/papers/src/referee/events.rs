//! Printed numbers of probabilistic scores P(E1 | E2), and the table of those that rank.

use serde::Deserialize;

use super::Item;
use exactile::num::Rational;

/// Outcomes as bits: tn, fp, fn, tp.
const NAMES: [&str; 4] = ["tn", "fp", "fn", "tp"];
const ALL: u8 = 0b1111;
/// tn and tp, the satisfying outcomes.
const RIGHT: u8 = 0b1001;

/// Numbers of scores, and the scores P(E | F) that are ranking scores.
#[derive(Clone, Debug, Deserialize)]
pub struct Events {
    #[serde(default)]
    unconditional: Option<usize>,
    #[serde(default)]
    conditional: Option<usize>,
    #[serde(default)]
    ranking: Option<usize>,
    #[serde(default)]
    canonical: Option<usize>,
    #[serde(default)]
    table: Vec<Row>,
}

/// A row of a table: a score P(right | given), its importances and its place.
#[derive(Clone, Debug, Deserialize)]
struct Row {
    name: String,
    /// Importances of tn, fp, fn, tp.
    importance: [Rational; 4],
    canonical: bool,
    place: [Rational; 2],
}

/// Returns the event as a list of outcomes.
fn listed(event: u8) -> String {
    let names: Vec<&str> =
        (0..4).filter(|bit| event & 1 << bit != 0).map(|bit| NAMES[bit]).collect();
    names.join(", ")
}

/// Returns the pairs of events E1, E2 with no outcome < E1 < E2.
fn pairs() -> impl Iterator<Item = (u8, u8)> {
    (1..=ALL)
        .flat_map(|given| (1..given).map(move |event| (event, given)))
        .filter(|(event, given)| event & given == *event)
}

/// Returns `true` if P(E1 | E2) is a ranking score: if E1 has the right outcomes of E2, its
/// importance is 1 on E2.
fn ranks((event, given): &(u8, u8)) -> bool {
    *event == given & RIGHT
}

/// Returns `true` if the importances of right outcomes sum to those of wrong ones, after scaling.
fn canonical(given: u8) -> bool {
    (given & RIGHT).count_ones() == (given & !RIGHT).count_ones()
}

impl Events {
    pub(super) fn examine(&self) -> Vec<Item> {
        let mut items = Vec::new();
        let ranking: Vec<(u8, u8)> = pairs().filter(ranks).collect();
        for (what, printed, counted) in [
            (
                "unconditional scores P(E)",
                self.unconditional,
                pairs().filter(|(_, given)| *given == ALL).count(),
            ),
            ("conditional scores P(E1 | E2)", self.conditional, pairs().count()),
            ("ranking scores among them", self.ranking, ranking.len()),
            (
                "canonical ones among these",
                self.canonical,
                ranking.iter().filter(|(_, given)| canonical(*given)).count(),
            ),
        ] {
            let Some(printed) = printed else { continue };
            let item = Item::reproduced(format!("{printed} {what}"), counted.to_string());
            items.push(if printed == counted {
                item
            } else {
                item.erratum(format!("enumerated: {counted}"))
            });
        }
        items.extend(self.table.iter().map(Row::item));
        if !self.table.is_empty() {
            let missing = ranking
                .iter()
                .find(|(_, given)| !self.table.iter().any(|row| row.given() == *given));
            let item = Item::reproduced("the table has all of them", ranking.len().to_string());
            items.push(match missing {
                Some((event, given)) => {
                    item.erratum(format!("P({} | {})", listed(*event), listed(*given)))
                }
                None => item,
            });
        }
        items
    }
}

impl Row {
    /// Returns the event on which the importance does not vanish.
    fn given(&self) -> u8 {
        (0..4).filter(|&bit| !self.importance[bit].is_zero()).fold(0, |event, bit| event | 1 << bit)
    }

    fn item(&self) -> Item {
        let [tn, fp, fn_, tp] = &self.importance;
        let [a, b] = &self.place;
        let given = self.given();
        let truly = canonical(given);
        let printed = format!(
            "{}: importances {tn}, {fp}, {fn_}, {tp}, {} at ({a}, {b})",
            self.name,
            if self.canonical { "canonical," } else { "not canonical, ordered as" },
        );
        let place = (tp.checked_div(&(tn + tp)), fn_.checked_div(&(fp + fn_)));
        let (Some(right), Some(wrong)) = place else {
            return Item::reproduced(printed, "no place")
                .erratum("right or wrong outcomes have no importance");
        };
        let item = Item::reproduced(printed, format!("at ({right}, {wrong})"));
        let level = self
            .importance
            .iter()
            .filter(|value| !value.is_zero())
            .all(|value| value == self.importance.iter().max().expect("four"));
        if right != *a || wrong != *b {
            item.erratum(format!("its place is ({right}, {wrong})"))
        } else if self.canonical != truly {
            item.erratum(format!("right outcomes weigh {}, wrong ones {}", tn + tp, fp + fn_))
        } else if !level {
            item.erratum("the importances are not those of a conditional probability")
        } else {
            item
        }
    }
}
