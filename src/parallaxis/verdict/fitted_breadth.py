"""A sentence on breadth without the noise of single answers, by the model of the accepted axes."""

from types import MappingProxyType

from parallaxis.analyses.axes import Axes
from parallaxis.answers import NotAnswered
from parallaxis.numerals import counted, number

WORDS = MappingProxyType(
    {
        "fitted": "Without the noise of single answers, a fit of {axes} has an effective "
        "dimensionality of the items of {value}{all} (a little low, because weak axes shrink; no "
        "interval).",
        "fitted_all": ", one of all {n} significant axes {value}",
    }
)


def fitted_breadth(axes: Axes) -> tuple[str, ...]:
    """How broad is the board by the axes that count, and by all that are significant?

    Parameters
    ----------
    axes : Axes

    Returns
    -------
    tuple of str
        Empty where no axis counts.
    """
    k = axes.k_ladder
    values = [
        step.effective_dimensionality
        for step in axes.steps
        if step.effective_dimensionality is not None
    ]
    if isinstance(k, NotAnswered) or k == 0 or k > len(values):
        return ()
    beyond = ""
    if len(values) > k:
        beyond = WORDS["fitted_all"].format(n=len(values), value=number(values[-1]))
    name = counted(k, "counted axis", "counted axes")
    return (WORDS["fitted"].format(axes=name, value=number(values[k - 1]), all=beyond),)
