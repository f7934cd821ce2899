//! `exactile roc`

use super::args::RocArgs;
use super::failure::Failure;
use super::input;
use super::models::Models;
use super::output::write_result;
use super::picture::{is_picture, write_svg};
use super::reading::Reading;
use super::streams::Streams;
use exactile::num::Value;
use exactile::performance::Classifier;
use exactile::score::RankingScore;
use exactile::tile::{Pencil, rank_at};
use exactile_document::PencilReport;
use exactile_input::Subject;
use exactile_picture::RocPicture;

pub(super) fn reading(arguments: &RocArgs) -> Result<Reading, Failure> {
    Ok(Reading::of(&arguments.input))
}

pub(super) fn answer(
    arguments: &RocArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let input = &arguments.input;
    let models = Models::of(subject, input);
    let classifiers = subject.classifiers.clone();
    input::note_optimism(input, streams);
    let regions = input::on_tile(classifiers, input, &arguments.target)?;
    regions.common_prior().map_err(|error| Failure::in_input(&error, &input::name(input)))?;
    let classifiers = regions.classifiers();
    let named = arguments.place.score.as_ref();
    let Some(asked) = named.or(arguments.place.at.as_ref()) else {
        return Err(Failure::new("no point is given", "add --at or --score"));
    };
    let prior = regions.common_prior()?;
    let score = RankingScore::at(asked.place(prior)).expect("names and points are on the Tile");
    let pencil = Pencil::new(&score, prior.clone()).expect("regions have a prior from 0 to 1");
    // Lines are labelled with the values of the score at the place, also where another score of the
    // same order is named; the title says so.
    let ranking = rank_at(classifiers, &score);
    let title = match named {
        Some(name)
            if classifiers.iter().any(|c| {
                let own = score.value(&c.matrix).map(Value::Exact);
                own.is_some_and(|own| name.value(&c.matrix) != own)
            }) =>
        {
            format!("lines of {name}, with the values of R{}", score.place())
        }
        Some(name) => format!("lines of {name}"),
        None => format!("lines of {asked}"),
    };
    let destination = arguments.output.to.output.as_ref();
    if destination.is_some_and(|path| is_picture(path)) {
        let side = f64::from(arguments.size);
        let picture = match &models {
            None => RocPicture::new(&pencil, &title, classifiers, &ranking, side),
            // Thresholds of models have short names in pictures.
            Some(models) => {
                let (labelled, families) = (models.labelled(), models.families());
                let classifiers: Vec<Classifier> = classifiers
                    .iter()
                    .zip(labelled)
                    .map(|(known, label)| Classifier::new(label.name, known.matrix.clone()))
                    .collect();
                let drawn = (&families[..], &ranking[..]);
                RocPicture::of_families(&pencil, &title, &classifiers, drawn, side)
            }
        };
        return write_svg(picture.to_svg(), destination, streams);
    }
    let name = named.map(ToString::to_string);
    let report = PencilReport {
        pencil: &pencil,
        title: &title,
        score: name.as_deref(),
        classifiers,
        ranking: &ranking,
    };
    write_result(&arguments.output, streams, &report)
}
