//! `exactile roc`

pub(crate) mod arguments;

use self::arguments::{RocArgs, When};
use crate::drawn::colours;
use crate::drawn::picture::{is_picture, refuse_look, write_svg};
use crate::host::{Failure, Streams, write_result};
use crate::inputs::input;
use crate::inputs::models::Models;
use crate::inputs::reading::Reading;
use exactile::num::Value;
use exactile::performance::Classifier;
use exactile::score::RankingScore;
use exactile::tile::{Pencil, rank_at};
use exactile_document::PencilReport;
use exactile_input::Subject;
use exactile_picture::{RocPicture, RocStyle, RocWindow};

pub(crate) fn reading(arguments: &RocArgs) -> Result<Reading, Failure> {
    Ok(Reading::of(&arguments.input))
}

pub(crate) fn answer(
    arguments: &RocArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let input = &arguments.input;
    let models = Models::of(subject, input);
    let classifiers = subject.classifiers.clone();
    input::note_optimism(input, streams);
    let regions = input::on_tile(classifiers, &arguments.target)?;
    regions.common_prior()?;
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
        let scheme = colours::scheme(subject, input, &arguments.look.look)?;
        let style = RocStyle {
            scheme: &scheme,
            window: match arguments.close_up {
                When::Auto => RocWindow::Fitting,
                When::Always => RocWindow::Corner,
                When::Never => RocWindow::Whole,
            },
            vertex: arguments.vertex,
            legend: !arguments.look.no_legend,
            side: f64::from(arguments.size),
        };
        // Thresholds of models have short names in pictures.
        let labelled = models.as_ref().map(|models| {
            let names = models.labelled().into_iter().map(|label| label.name);
            let known = classifiers.iter().zip(names);
            known.map(|(known, name)| Classifier::new(name, known.matrix.clone())).collect()
        });
        let labelled: Vec<Classifier> = labelled.unwrap_or_else(|| classifiers.to_vec());
        let picture = RocPicture::new(&pencil, &title, &labelled, &ranking, style);
        return write_svg(&picture.to_svg(), arguments.look.look(), destination, streams);
    }
    refuse_look(arguments.look.given())?;
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
