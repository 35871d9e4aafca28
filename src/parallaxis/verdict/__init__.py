"""From results to sentences: what this population of models can resolve, and what it cannot.

Every threshold and every wording stands in the tables at the top of the module of its question;
``THRESHOLDS`` and ``WORDS`` hold them all.
"""

from types import MappingProxyType

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.breadth import Breadth
from parallaxis.analyses.panel_answers import Panel
from parallaxis.verdict import agreement as _agreement
from parallaxis.verdict import axes as _axes
from parallaxis.verdict import breadth as _breadth
from parallaxis.verdict import ceilings as _ceilings
from parallaxis.verdict import fitted_breadth as _fitted_breadth
from parallaxis.verdict import gaps as _gaps
from parallaxis.verdict import likeness as _likeness
from parallaxis.verdict import noise_free as _noise_free
from parallaxis.verdict import panel as _panel
from parallaxis.verdict import panel_cohorts as _panel_cohorts
from parallaxis.verdict import projection as _projection
from parallaxis.verdict import ranking as _ranking
from parallaxis.verdict import redundancy as _redundancy
from parallaxis.verdict import reliability as _reliability
from parallaxis.verdict import saturation as _saturation
from parallaxis.verdict import uses as _uses
from parallaxis.verdict.agreement import agreement_verdict
from parallaxis.verdict.axes import axes_verdict
from parallaxis.verdict.breadth import breadth_verdict, workflow_verdict
from parallaxis.verdict.gaps import gaps_verdict
from parallaxis.verdict.panel import panel_verdict, panel_workflow

__all__ = [
    "THRESHOLDS",
    "WORDS",
    "agreement_verdict",
    "axes_verdict",
    "breadth_verdict",
    "gaps_verdict",
    "panel_verdict",
    "panel_workflow",
    "verdict",
    "workflow_verdict",
]

THRESHOLDS = MappingProxyType(
    {
        **_breadth.THRESHOLDS,
        **_noise_free.THRESHOLDS,
        **_redundancy.THRESHOLDS,
        **_reliability.THRESHOLDS,
        **_saturation.THRESHOLDS,
        **_ranking.THRESHOLDS,
        **_axes.THRESHOLDS,
        **_uses.THRESHOLDS,
        **_panel.THRESHOLDS,
        **_ceilings.THRESHOLDS,
        **_likeness.THRESHOLDS,
        **_panel_cohorts.THRESHOLDS,
        **_gaps.THRESHOLDS,
    }
)
WORDS = MappingProxyType(
    {
        **_breadth.WORDS,
        **_noise_free.WORDS,
        **_redundancy.WORDS,
        **_reliability.WORDS,
        **_saturation.WORDS,
        **_axes.WORDS,
        **_fitted_breadth.WORDS,
        **_uses.WORDS,
        **_panel.WORDS,
        **_ceilings.WORDS,
        **_likeness.WORDS,
        **_panel_cohorts.WORDS,
        **_projection.WORDS,
        **_agreement.WORDS,
        **_gaps.WORDS,
    }
)


def verdict(breadth: Breadth, axes: Axes, panel: Panel) -> tuple[str, ...]:
    """What can this population of models resolve on these items?

    Parameters
    ----------
    breadth : Breadth
    axes : Axes
    panel : Panel
        Of one and the same board.

    Returns
    -------
    tuple of str
        Sentences in the order breadth, axes, panel, gaps. Every number stands with its interval,
        its null and its condition; where an answer is not identified the sentence says why.
    """
    return (
        *breadth_verdict(breadth),
        *(sentences[0] for sentences in workflow_verdict(breadth) if sentences),
        *axes_verdict(axes),
        *panel_verdict(panel),
        *(sentences[0] for sentences in panel_workflow(panel) if sentences),
        *gaps_verdict(breadth),
    )
