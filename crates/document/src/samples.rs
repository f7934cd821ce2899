//! Words for the samples of a test: samples of one class are called samples, since their class does
//! not matter.

use exactile::performance::counted;

/// Returns `3 further positives and 5 further negatives`; for one class `8 further samples`.
pub(super) fn further_samples(positives: u64, negatives: u64) -> String {
    samples_called(["further ", "further "], positives, negatives)
}

/// Returns `3 further positives and 5 negatives`; for one class `8 further samples`.
pub(super) fn further_test(positives: u64, negatives: u64) -> String {
    samples_called(["further ", ""], positives, negatives)
}

/// Returns `3 positives and 5 negatives`; for one class `8 samples`.
pub(super) fn samples(positives: u64, negatives: u64) -> String {
    samples_called(["", ""], positives, negatives)
}

fn samples_called([first, second]: [&str; 2], positives: u64, negatives: u64) -> String {
    if positives == 0 || negatives == 0 {
        return counted(positives + negatives, &format!("{first}sample"));
    }
    let positives = counted(positives, &format!("{first}positive"));
    let negatives = counted(negatives, &format!("{second}negative"));
    format!("{positives} and {negatives}")
}

/// Returns `, at 3 : 5 positives to negatives`; empty for one class, which needs no weight.
pub(super) fn at_sizes(positives: u64, negatives: u64) -> String {
    if positives == 0 || negatives == 0 {
        return String::new();
    }
    format!(", at {positives} : {negatives} positives to negatives")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_one_class_have_no_class() {
        assert_eq!(further_samples(1, 2), "1 further positive and 2 further negatives");
        assert_eq!(further_samples(0, 1), "1 further sample");
        assert_eq!(samples(7, 0), "7 samples");
        assert_eq!(at_sizes(7, 0), "");
        assert_eq!(at_sizes(7, 1), ", at 7 : 1 positives to negatives");
    }
}
