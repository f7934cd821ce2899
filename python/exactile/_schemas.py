"""Which members of results are numbers: all other texts are names and words, whatever they look like."""

from __future__ import annotations

__all__: list[str] = []

#: Members that are numbers in every result that has them.
_EVERYWHERE = frozenset(
    """
    advantage area at auc average_precision balanced base_point baseline_risk below_best beta beta_negative beta_squared brier
    calibrated canonical corrected cumulative curve difference distance edge edges equal expected_cost expected_error
    expected_rank
    f_beta_squared first_alone first_or_tied first_tied fn fp fpr from gamma_pi gamma_tau greater holm importance less level
    line log_loss lower marginal mass mass_given_defined max_fpr mean mean_score median miscalibration mode modes nearest net_benefit
    no_skill one_sided partial_auc partial_auc_standardised pattern_mass pearson points polynomial position precision_gain prevalence
    printed prior prior_positive priors probability_cost ranking_score ranks rate_positive reached recall_gain risk sample
    should_be spearman squared_distance tau_b threshold threshold_probability thresholds tn to tp tpr true_expected_rank true_ranks
    truly_best two_sided units upper value variance vertex vertices vut weights worse
    """.split()
)

#: Members that are numbers, or formulas, in results of these kinds alone; elsewhere they may be names.
_OF: dict[str, frozenset[str]] = {
    "exactile.advantage.v1": frozenset(["place"]),
    "exactile.axioms.v1": frozenset(["denominator", "denominators"]),
    "exactile.check.v1": frozenset(["called", "weight"]),
    "exactile.compare.v1": frozenset(["better", "e_value", "e_value_either", "first", "margin", "second", "undefined", "value"]),
    "exactile.curve.v1": frozenset(["o", "tau_from", "tau_to"]),
    "exactile.confidence.v1": frozenset(["undefined"]),
    "exactile.correlate.v1": frozenset(["dirichlet", "values"]),
    "exactile.domains.v1": frozenset(["gap", "loss_share", "mean_of_values", "negatives", "positives", "ratio", "weight"]),
    "exactile.group-thresholds.v1": frozenset(["fpr_gap", "negatives", "positives", "tpr_gap"]),
    "exactile.lattice-compare.v1": frozenset(["undefined"]),
    "exactile.lattice-pmf.v1": frozenset(["denominator", "undefined"]),
    "exactile.lattice-tail.v1": frozenset(["probability", "undefined"]),
    "exactile.place.v1": frozenset(["importances"]),
    "exactile.plan.v1": frozenset(["margin", "probability"]),
    "exactile.scores.v1": frozenset(["importances", "place"]),
    "exactile.thresholds.v1": frozenset(["negatives", "positives", "share"]),
}


#: Members that are names in results of these kinds alone.
_NAMES: dict[str, frozenset[str]] = {"exactile.domains.v1": frozenset(["weights"])}


def is_number(schema: str | None, key: str) -> bool:
    """Returns ``True`` if a member of a result of this kind is a number."""
    if schema in _NAMES and key in _NAMES[schema]:
        return False
    return key in _EVERYWHERE or (schema in _OF and key in _OF[schema])
