//! The page that shows all figures.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Drawing, Figure, Paper};

const STYLE: &str = "\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto;
  padding: 0 1rem; color: #1a1a1a; background: #fff }
h1 { line-height: 1.2 }
h2 { margin-top: 3rem }
h2 small { display: block; font-size: 1rem; font-weight: normal; color: #555 }
figure { margin: 2rem 0 3rem }
figure img { display: block; max-width: 100%; height: auto; border: 1px solid #ddd }
figcaption { margin-top: .6rem }
figcaption h3 { margin: 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .4rem 0 }
dt { color: #555 }
dd { margin: 0 }
code { background: #f4f4f4; padding: .1rem .3rem; overflow-wrap: anywhere }
";

/// Returns an HTML page with these figures, whose files have this extension and are in the same
/// folder.
pub fn figures_page(figures: &[Figure], ending: &str) -> String {
    let mut papers: Vec<Paper> = figures.iter().map(|figure| figure.paper).collect();
    papers.dedup();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Figures of the source papers, drawn anew" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Figures of the source papers, drawn anew" }
                p {
                    "Drawn by exactile from exact results. Each figure says what it shows, \
                     what differs from the print, and which command draws it."
                }
                @for paper in &papers {
                    h2 { (paper.title) small { (paper.authors) } }
                    @for figure in figures.iter().filter(|figure| figure.paper == *paper) {
                        (entry(figure, ending))
                    }
                }
            }
        }
    };
    let mut text = page.into_string();
    text.push('\n');
    text
}

fn entry(figure: &Figure, ending: &str) -> Markup {
    let file = format!("{}.{ending}", figure.file_stem());
    html! {
        figure id=(figure.file_stem()) {
            @if figure.is_drawn() {
                a href=(file) { img src=(file) alt=(figure.shows) loading="lazy"; }
            }
            figcaption {
                h3 { "Figure " (figure.number) ": " (figure.title) }
                dl {
                    dt { "Shows" } dd { (figure.shows) }
                    @match figure.drawing {
                        Drawing::Drawn(_) => { dt { "Differs" } dd { (figure.differs) } }
                        Drawing::NotDrawn(reason) => { dt { "Not drawn" } dd { (reason) } }
                    }
                    @if let Some(command) = figure.command {
                        dt { "Command" } dd { code { (command) } }
                    }
                }
            }
        }
    }
}
