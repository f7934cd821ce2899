//! The commands of the program, as clap reads them, and their help.

mod groups;
mod help;
mod setup;

use std::any::TypeId;
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

use crate::drawing;
#[cfg(feature = "papers")]
use exactile_answers::FiguresArgs;
#[cfg(feature = "papers")]
use exactile_answers::TablesArgs;
use exactile_answers::{
    AdvantageArgs, AxiomsArgs, CheckArgs, ComparePairsArgs, ConfidenceArgs, CorrelateArgs,
    CurveArgs, DomainsArgs, InspectArgs, LatticeArgs, NoSkillArgs, PicturesArgs, PlanArgs,
    RankArgs, RankingsArgs, RegionsArgs, ReportArgs, RocArgs, ScoreArgs, ScoresArgs,
    ThresholdsArgs, TileArgs, VerifyArgs, VutArgs, WhereArgs, ZoneArgs, documented,
};

pub(crate) use groups::short_help;
pub(crate) use help::arranged;
#[cfg(feature = "page")]
pub(crate) use setup::PageArgs;
pub(crate) use setup::{CompletionsArgs, ManArgs};

/// Returns the program's arguments, with their help arranged, which takes most of the time of a
/// short run: [`parser`] is the same for parsing alone.
pub(crate) fn program() -> clap::Command {
    let program = parser();
    let commands = groups::commands(&program);
    help::arranged(program).help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} \
         {{usage}}\n{commands}\nOptions:\n{{options}}{{after-help}}"
    ))
}

/// Returns the program's arguments in the order of their definition. The column of classifiers'
/// names has the second name `--model`, except in commands with another flag of that name.
pub(crate) fn parser() -> clap::Command {
    let mut program = hyphenated(Cli::command());
    let names: Vec<String> =
        program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for name in names {
        program = program.mut_subcommand(name, named);
    }
    drawing::with_commands(program, named)
}

/// Adds the second names of flags, and the flags of costs.
fn named(command: clap::Command) -> clap::Command {
    let command = documented(command);
    let has = |id: &str| command.get_arguments().any(|argument| argument.get_id() == id);
    if has("model") || !has("model_column") {
        return command;
    }
    command.mut_arg("model_column", |argument| argument.visible_alias("model"))
}

/// Lets values of all options begin with a hyphen, those of further commands too.
fn hyphenated(command: clap::Command) -> clap::Command {
    command.mut_args(with_hyphens).mut_subcommands(hyphenated)
}

/// Lets a value begin with a hyphen, as numbers and names do, unless it is a file, or may be
/// missing, or one of several: then a flag stands there.
fn with_hyphens(argument: clap::Arg) -> clap::Arg {
    let is_file = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    // Other numbers of values than one are told.
    let is_one = argument.get_action().takes_values() && argument.get_num_args().is_none();
    if is_one && !argument.is_positional() && !is_file {
        argument.allow_hyphen_values(true)
    } else {
        argument
    }
}

/// Exact rankings of two-class classifiers, for all preferences
#[derive(Debug, Parser)]
#[command(
    name = "exactile",
    version,
    max_term_width = 100,
    after_help = "Example: exactile regions results.csv\n\nresults.csv has a header \
         name,tn,fp,fn,tp and a line per classifier."
)]
pub(crate) struct Cli {
    /// Show no notes and no progress on standard error, only errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Overwrite the command's own input; for figures also files that it did not write
    #[arg(long, global = true)]
    pub(crate) force: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The parts of the Tile on which each classifier has a constant rank
    #[command(after_help = "Example: exactile regions results.csv --rank 1 --area --format json")]
    Regions(RegionsArgs),
    /// The ranking for one score or at one point of the Tile
    #[command(after_help = "Example: exactile rank results.csv --score f1")]
    Rank(RankArgs),
    /// All strict rankings on the Tile, or the cell around one preference and the nearest change
    #[command(after_help = "Example: exactile rankings results.csv --score f1")]
    Rankings(RankingsArgs),
    /// The part of the Tile on which each classifier of one set is at least as good as each of
    /// another
    #[command(after_help = "Example: exactile zone results.csv --better lda --than mlp,qda\n\n\
        With -o FILE.svg, .png or .pdf the result is a picture.")]
    Zone(ZoneArgs),
    /// Several test sets: values and weights in each, the first classifiers, and the decisive test
    /// sets
    #[command(after_help = "Example: exactile domains sites.csv --by site --score f1\n\n\
        With --classifier NAME --map preponderant JSON and CSV list exact pieces of the Tile.")]
    Domains(DomainsArgs),
    /// Check a result against the counts, without trusting the code that made it
    #[command(after_help = "Example: exactile verify regions.json results.csv\n\n\
        INPUT of a result of check is the file of reported scores. Flags about the input are taken \
        from the command that the result names, unless they are given.\n\n\
        Exit status: 0 if every check holds, 1 if one does not or the file claims nothing, 2 if a \
        file cannot be read or this program has no proof for such a result.\n\n\
        Shared with the code that made the result: exact numbers (fractions of big integers, \
        sums of logarithms), confusion matrices and the reading of INPUT. A fault in these would \
        not be found. Geometry, ranks and areas are computed again, independently.")]
    Verify(VerifyArgs),
    /// Compare two classifiers: by true rates, on the next test, and by a swap test
    #[command(
        after_help = "Example: exactile compare predictions.csv --metric f1 --first new --second \
        old --require 0.95\n\n\
        Predictions are compared on the same samples. Confusion matrices are treated as \
        independent, and the result says so.\n\n\
        Exit status: with --require 1 unless it certainly holds; 2 after an error."
    )]
    Compare(ComparePairsArgs),
    /// Probabilities of the ranks of all classifiers: by true rates, and on a repeat of the test
    #[command(after_help = "Example: exactile confidence predictions.csv --score f1\n\n\
        Predictions are compared on the same samples. Confusion matrices are treated as \
        independent. The rates of each classifier have Beta priors (--beta) that do not depend on \
        the others: among many equal classifiers the probability of the one that happens to be \
        ahead is too large. Results of cross-validation also vary between training sets; the \
        probabilities do not include that.")]
    Confidence(ConfidenceArgs),
    /// The size of a test that shows that the winner is the best
    #[command(after_help = "Example: exactile plan predictions.csv --score f1 --level 0.95\n\n\
        All true rates are taken to be the observed ones, so that the results of a test are \
        binomial, or multinomial if the input has predictions. If the winner was lucky, more \
        samples are needed.")]
    Plan(PlanArgs),
    /// A picture of the Tile
    #[command(after_help = "Example: exactile tile results.csv -o tile.svg")]
    Tile(TileArgs),
    /// Pictures: a forest of intervals, a strip of the first classifiers, differences to a baseline
    #[command(
        after_help = "Example: exactile plot forest results.csv --metric f1 -o forest.svg\n\n\
        exactile plot tile, roc, curve and zone are the commands of these names, and exactile plot \
        lattice is exactile lattice plot."
    )]
    Plot(PicturesArgs),
    /// The best thresholds of models that give scores, for any preference
    #[command(after_help = "Example: exactile thresholds scores.csv --cost-fp 1 --cost-fn 5\n\n\
        scores.csv has a header y_true,MODEL,... with numbers in the columns of the models. A \
        sample is predicted positive if its score is at least the threshold.")]
    Thresholds(ThresholdsArgs),
    /// All rankings along a segment of the Tile: decision curves, cost curves, F-scores
    #[command(after_help = "Example: exactile curve results.csv --along f-beta\n\n\
        On a segment that is parallel to an axis or lies on the diagonal, a position is measured \
        on the Tile; any other segment is straight in balanced coordinates, and measured there.")]
    Curve(CurveArgs),
    /// A page for choosing a classifier: the Tile to explore, ROC space, a table, pairs
    #[command(after_help = "Example: exactile report results.csv -o report.html")]
    Report(ReportArgs),
    /// The exact values of metrics
    #[command(after_help = "Example: exactile score results.csv --metric mcc --metric f1")]
    Score(ScoreArgs),
    /// Check whether reported scores are possible: matrices that explain them, or a contradiction
    #[command(after_help = "Example: exactile check --positives 100 --negatives 500 --reported \
        \"sens=0.51 spec=0.94 acc=0.87\"\n\n\
        REPORTED has a header positives,negatives and a column per metric, named as in score, sens \
        or spec, and may have a column name. A score is not reported if its cell is empty. A \
        column samples can replace one class or both. With a column folds, scores are means.\n\n\
        To compare a printed table with its counts: exactile check --against results.csv \
        printed.csv\n\n\
        Exit status: 1 if a row cannot be true.")]
    Check(CheckArgs),
    #[cfg(feature = "papers")]
    /// Published tables, formulas and statements, recomputed and judged
    #[command(after_help = "Example: exactile tables metrics/eq-45\n\n\
        Exit status: 1 if a computed verdict is not the one on record.")]
    Tables(TablesArgs),
    #[cfg(feature = "papers")]
    /// Draw the figures of the source papers from exact results
    #[command(after_help = "Example: exactile figures -o figures --only the-tile/figure-5")]
    Figures(FiguresArgs),
    /// All scores: definition, domain, place on the Tile, and whether they are fit for ranking
    #[command(after_help = "Example: exactile scores kappa --prior 1/5")]
    Scores(ScoresArgs),
    /// The place of a score, of importances or of costs on the Tile
    #[command(after_help = "Example: exactile place --score kappa --prior 1/5")]
    Place(WhereArgs),
    /// Fitness of scores for ranking: proofs, or confusion matrices that break an axiom
    #[command(after_help = "Example: exactile axioms --score mcc --prior 1/2")]
    Axioms(AxiomsArgs),
    /// Values reached without skill, and the effect of correction for chance on a score
    #[command(after_help = "Example: exactile no-skill --prior 1/5 --at 1/2,1/2")]
    NoSkill(NoSkillArgs),
    /// The iso-performance lines of a score in ROC space, also as a picture
    #[command(after_help = "Example: exactile roc results.csv --score f1 -o roc.svg\n\n\
        With -o FILE.svg, .png or .pdf the result is a picture.")]
    Roc(RocArgs),
    /// The program's reading of a file: form, truth, positive label, classifiers, ignored columns,
    /// and the flags that state it
    #[command(after_help = "Example: exactile inspect predictions.csv")]
    Inspect(InspectArgs),
    /// The volume under the Tile: the mean of all ranking scores
    #[command(after_help = "Example: exactile vut results.csv")]
    Vut(VutArgs),
    /// The share of the loss of the best constant prediction that each model saves
    #[command(after_help = "Example: exactile advantage results.csv --cost-fp 1 --cost-fn 5\n\n\
        The advantage is 1 - risk/baseline risk. If the baseline makes no loss and the model does, \
        it is minus infinity, \"-inf\" in JSON. If neither makes a loss, 0/0, it is undefined: \
        null with the reason beside it.")]
    Advantage(AdvantageArgs),
    /// The correlation of a metric with a ranking score: Kendall's tau-b, Spearman's or Pearson's
    #[command(after_help = "Example: exactile correlate --score mcc --at 1/2,1/2 --prior 0.2\n\n\
        Infinite values take part: infinity is the largest value, minus infinity the smallest. \
        Performances on which one of the two scores is undefined are left out, and counted.\n\n\
        A formula has + - * / ^, parentheses, numbers, the counts tn, fp, fn, tp, the class sizes \
        n and p, and metrics with rational values by name (tpr, ppv, f1). 2 tp/3 p is \
        (2*tp)/(3*p). It is undefined where it divides by 0.")]
    Correlate(CorrelateArgs),
    /// The confusion matrices of a test, and distributions of metrics on them
    #[command(
        after_help = "Example: exactile lattice pmf --tp 16 --fp 8 --fn 4 --tn 32 --metric mcc"
    )]
    Lattice(LatticeArgs),
    /// A script that completes commands and flags in a shell
    #[command(after_help = "Example: exactile completions bash > \
             ~/.local/share/bash-completion/completions/exactile")]
    Completions(CompletionsArgs),
    /// Manual pages, one for each command
    #[command(after_help = "Example: exactile man -o ~/.local/share/man/man1")]
    Man(ManArgs),
    #[cfg(feature = "page")]
    /// The program as a page for browsers, which needs no installation
    #[command(after_help = "Example: exactile page -o exactile.html")]
    Page(PageArgs),
}
