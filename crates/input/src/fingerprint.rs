//! The fingerprint of an input, which results contain so that mixed-up files are detected.

use std::fmt::Write as _;

use exactile::performance::Classifier;
use sha2::{Digest, Sha256};

/// Returns the SHA-256 of the classifiers, as 64 hexadecimal digits.
///
/// It is taken of one line of UTF-8 for each classifier in the order of the input: its name as a
/// JSON string, then tn, fp, fn and tp in lowest terms (`12`, `7/10`), a space before each, and a
/// line feed. So the same counts have the same fingerprint, whether they come from CSV, JSON or
/// predictions. For scores it is taken of the classifiers `MODEL >= T` at the vertices of the
/// hulls.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix};
/// use exactile_input::fingerprint;
///
/// let classifier = Classifier::new("a", ConfusionMatrix::from_counts(3, 1, 0, 4)?);
/// // printf '"a" 3 1 0 4\n' | sha256sum
/// assert_eq!(
///     fingerprint([&classifier]),
///     "6da24047f1a5d0a1477f9023781eae13ffea3030d80623647db748c766b1ead3",
/// );
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[must_use]
pub fn fingerprint<'c>(classifiers: impl IntoIterator<Item = &'c Classifier>) -> String {
    let mut hash = Sha256::new();
    let mut line = String::new();
    for Classifier { name, matrix } in classifiers {
        line.clear();
        let name = serde_json::Value::from(name.as_str());
        // Writing to a string cannot fail.
        let _ = writeln!(
            line,
            "{name} {} {} {} {}",
            matrix.tn(),
            matrix.fp(),
            matrix.fn_(),
            matrix.tp()
        );
        hash.update(&line);
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
