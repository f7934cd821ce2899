//! The names of metrics in titles.

use exactile::score::Metric;

/// Returns the usual spelling of a metric: short names are abbreviations in capitals, as F1 and
/// MCC; others stay as they are.
///
/// ```
/// use exactile::Metric;
/// use exactile_picture::metric_name;
/// let spelt = |name: &str| name.parse::<Metric>().map(|metric| metric_name(&metric));
/// assert_eq!(spelt("mcc")?, "MCC");
/// assert_eq!(spelt("accuracy")?, "accuracy");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn metric_name(metric: &Metric) -> String {
    const LONGEST: usize = 3;
    let name = metric.to_string();
    if name.chars().count() <= LONGEST {
        return name.to_uppercase();
    }
    match name.strip_prefix("r(") {
        Some(rest) => format!("R({}", rest.replace(',', ", ")),
        None => name,
    }
}
