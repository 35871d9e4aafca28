"""Axes: places are in order, ticks are round and inside."""

import pytest

from parallaxis.rendering.scales import Scale, round_limits


@pytest.mark.parametrize("kind", ["linear", "log"])
def test_places_run_from_start_to_end(kind: str) -> None:
    scale = Scale(1.0, 100.0, 50.0, 250.0, "log" if kind == "log" else "linear")
    assert scale.place(1.0) == 50.0
    assert scale.place(100.0) == pytest.approx(250.0)
    assert scale.place(1e9) == pytest.approx(250.0)
    places = [scale.place(value) for value in (1, 2, 5, 10, 50, 100)]
    assert places == sorted(places)


def test_log_scale_gives_equal_room_to_equal_ratios() -> None:
    scale = Scale(1.0, 100.0, 0.0, 200.0, "log")
    assert scale.place(10.0) == pytest.approx(100.0)


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.13, 0.87), (1.0, 133.0), (-0.2, 4000.0)])
def test_ticks_are_inside_and_few(low: float, high: float) -> None:
    ticks = Scale(low, high, 0.0, 1.0).ticks(6)
    assert 2 <= len(ticks) <= 13
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)


def test_ticks_of_a_long_log_axis_are_powers() -> None:
    assert Scale(1.0, 1e6, 0.0, 1.0, "log").ticks(5) == [10.0**p for p in range(7)]


def test_limits_enclose_even_a_single_value() -> None:
    low, high = round_limits(0.4, 0.4)
    assert low < 0.4 < high


@pytest.mark.parametrize(
    ("low", "high"), [(1.0 - 1e-16, 1.0), (0.4, 0.4 + 1e-13), (0.0, 1e-13), (1e9, 1e9 + 1e-3)]
)
def test_values_that_differ_by_rounding_are_one(low: float, high: float) -> None:
    ends = round_limits(low, high)
    assert ends[0] < low <= high < ends[1]
    assert 0.0 < Scale(*ends, 0.0, 100.0).place(low) < 100.0
