//! Flags that several questions share.

mod along;
mod at_best;
mod by;
mod costs;
mod draws;
mod format;
mod further;
mod input;
mod interval;
mod look;
mod metric;
mod nearest;
mod pooling;
mod values;

pub(crate) use along::StripAlong;
pub(crate) use at_best::AtBestArgs;
pub(crate) use by::{Complete, DomainArgs, DomainsAre, SampledDomainArgs};
pub(crate) use costs::CostArgs;
pub use costs::{PRICED, TAKE_COSTS, documented};
pub(crate) use draws::DrawsArgs;
pub use format::OutputArgs;
pub(crate) use format::{Destination, RegionsFormat, TableArgs, TableFormat};
pub(crate) use further::{FurtherArgs, ModelChoiceArgs, ModelName};
pub(crate) use input::{
    InputArgs, LabelArgs, MultiClassArgs, OptionalInputArgs, Repeat, TargetArgs,
};
pub(crate) use interval::{Interval, IntervalArgs};
pub(crate) use look::{Asked as AskedLook, FrameArgs, LookArgs, ScaledLookArgs};
pub(crate) use metric::{
    MetricArgs, MetricsArgs, OptionalMetricArgs, PlaceArgs, distinct, one_list,
};
pub(crate) use nearest::nearest_metric;
pub(crate) use pooling::RefusedPoolingArgs;
pub(crate) use values::{
    List, parse, parse_concentrations, parse_marked, parse_pair, parse_point, parse_pooling,
    parse_prior, samples,
};
