//! Samples that come in clusters: several of one patient, variants of one prompt, runs of one task.

use super::reading::Reading;
use crate::args::{DomainArgs, InputArgs};
use crate::host::{Failure, Streams, note_all};
use exactile::domain::DomainTests;
use exactile::lattice::{LatticeError, Observation};
use exactile::performance::{ConfusionMatrix, counted};

/// Returns the reading of an input with a column of clusters.
pub(crate) fn reading(input: &InputArgs, column: &str) -> Reading {
    Reading::of(&input.by(&DomainArgs::clusters(column)))
}

/// Returns the confusion matrix of each classifier in each cluster.
pub(crate) fn matrices(tests: &DomainTests) -> Result<Vec<Vec<ConfusionMatrix>>, Failure> {
    tests.check_complete().map_err(|error| {
        Failure::new(error, "give the missing results, or choose classifiers with --only")
    })?;
    let of_cluster = |cluster: usize| {
        let of = |k: usize| tests.matrix(cluster, k).expect("complete").clone();
        (0..tests.classifiers().len()).map(of).collect()
    };
    Ok((0..tests.domains().len()).map(of_cluster).collect())
}

/// Refuses one sampled unit, and notes that few say less than they seem to.
pub(crate) fn check_number(
    count: usize,
    unit: &str,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    const FEW: usize = 6;
    if count < 2 {
        let what = format!("one {unit} says nothing about the many of which it is a sample");
        let hint = match unit {
            "cluster" => "leave --cluster out",
            _ => "leave --domains-are sampled out",
        };
        return Err(Failure::new(what, hint));
    }
    if count < FEW {
        let units = counted(count, unit);
        let note = format!("{units} are few: what random weights of so few show looks too certain");
        note_all(&[note], streams);
    }
    Ok(())
}

/// Returns the counts of each classifier in each cluster.
pub(crate) fn observed(
    tests: &DomainTests,
    streams: &mut Streams<'_>,
) -> Result<Vec<Vec<Observation>>, Failure> {
    check_number(tests.domains().len(), "cluster", streams)?;
    let of_cluster = |row: Vec<ConfusionMatrix>| {
        let named = row.iter().zip(tests.classifiers());
        named.map(|(matrix, name)| Observation::from_matrix(matrix, name)).collect()
    };
    let observed: Result<_, LatticeError> = matrices(tests)?.into_iter().map(of_cluster).collect();
    Ok(observed?)
}
