"""Colours of correlations: blue at −1, grey at 0, red at 1; safe for colour blindness."""

import math

# ColorBrewer RdBu with eleven classes, reversed (Harrower & Brewer 2003); its middle made greyer.
STOPS = (
    (5, 48, 97),
    (33, 102, 172),
    (67, 147, 195),
    (146, 197, 222),
    (209, 229, 240),
    (240, 240, 240),
    (253, 219, 199),
    (244, 165, 130),
    (214, 96, 77),
    (178, 24, 43),
    (103, 0, 31),
)
NO_VALUE = "#9a9fa6"


def of_correlation(value: float) -> str:
    """Return the colour of a correlation as ``#rrggbb``; grey where there is none.

    Examples
    --------
    >>> of_correlation(1.0), of_correlation(0.0), of_correlation(-1.0), of_correlation(math.nan)
    ('#67001f', '#f0f0f0', '#053061', '#9a9fa6')
    """
    if math.isnan(value):
        return NO_VALUE
    place = (min(max(value, -1.0), 1.0) + 1.0) / 2.0 * (len(STOPS) - 1)
    below = min(int(place), len(STOPS) - 2)
    part = place - below
    mixed = (round(a + part * (b - a)) for a, b in zip(STOPS[below], STOPS[below + 1], strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
