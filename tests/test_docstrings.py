"""Everything public is documented, and every example in a docstring runs."""

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

import parallaxis
from parallaxis import ScoreMatrix, worlds

NAMES = [
    found.name
    for found in pkgutil.walk_packages(parallaxis.__path__, "parallaxis.")
    if not found.name.endswith("__main__")
]
MODULES = ["parallaxis", *NAMES]
STEPS_OF_OTHERS = {  # kernels with functions that are steps of a neighbour, shown at work there
    "interior_tables", "ladder", "latent_correlation", "ordering", "plackett", "zero_cells",
}  # fmt: skip
KERNELS = [name.rpartition(".")[2] for name in NAMES if name.startswith("parallaxis.kernels.")]
WITH_EXAMPLES = sorted(set(KERNELS) - STEPS_OF_OTHERS)


def module(name: str) -> ModuleType:
    """Import a module, or skip where its extra is absent."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        pytest.skip(f"{name} needs an extra: {error}")


def public(here: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the public classes and functions that a module defines, and public methods."""
    for name, thing in vars(here).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != here.__name__:
            continue
        if inspect.isclass(thing):
            yield name, thing
            yield from _methods(name, thing)
        elif inspect.isfunction(inspect.unwrap(thing)) if callable(thing) else False:
            yield name, thing


def _methods(name: str, thing: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties that a class defines itself."""
    for member, value in vars(thing).items():
        inner = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
        if not member.startswith("_") and inspect.isfunction(inner):
            yield f"{name}.{member}", inner


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    outcome = doctest.testmod(module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert outcome.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_everything_public_is_documented(name: str) -> None:
    here = module(name)
    assert here.__doc__, f"{name} has no docstring"
    bare = [inner for inner, thing in public(here) if not inspect.getdoc(thing)]
    assert bare == []


@pytest.mark.parametrize("name", sorted(parallaxis.__all__))
def test_public_functions_show_an_example(name: str) -> None:
    thing = getattr(parallaxis, name)
    if inspect.isfunction(thing):
        text = thing.__doc__ or ""
        assert "Examples\n" in text
        assert ">>> " in text
        assert f"{name}(" in text


@pytest.mark.parametrize("make", [ScoreMatrix.from_array, ScoreMatrix.from_frame])
def test_constructors_show_an_example(make: Callable[..., ScoreMatrix]) -> None:
    assert "Examples\n" in (make.__doc__ or "")
    assert ">>> " in (make.__doc__ or "")


@pytest.mark.parametrize("name", sorted(worlds.WORLDS))
def test_worlds_show_an_example(name: str) -> None:
    assert f">>> {name}(" in (worlds.WORLDS[name].__doc__ or "") or f"= {name}(" in (
        worlds.WORLDS[name].__doc__ or ""
    )


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_kernels_show_an_example(name: str) -> None:
    here = module(f"parallaxis.kernels.{name}")
    bare = [
        inner
        for inner, thing in public(here)
        if inspect.isfunction(thing) and "." not in inner and ">>> " not in (thing.__doc__ or "")
    ]
    assert bare == []


@pytest.mark.parametrize("name", sorted(parallaxis.__all__))
def test_parameters_of_public_functions_are_described(name: str) -> None:
    thing = getattr(parallaxis, name)
    if not inspect.isfunction(thing):
        return
    text = thing.__doc__ or ""
    for parameter in inspect.signature(thing).parameters:
        assert f"\n    {parameter}" in text or f", {parameter}" in text
