"""What all results have in common: a recipe, cautions, and the ways to look at them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from parallaxis.cautions import Caution
from parallaxis.intake import Recipe
from parallaxis.jsonable import dumps, to_jsonable
from parallaxis.writing import write_text


@dataclass(frozen=True, eq=False)
class Result(ABC):
    """An answer that carries its settings, seed, versions, data hash and cautions.

    Attributes
    ----------
    recipe : Recipe
        Settings, seed, data hash and intake.
    cautions : tuple of Caution
        What a reader must know.
    """

    recipe: Recipe
    cautions: tuple[Caution, ...]

    @abstractmethod
    def answers(self) -> dict[str, Any]:
        """Return the answers alone, by the names of the JSON contract."""

    @abstractmethod
    def summary(self) -> pa.Table:
        """Return a tidy table of the answers, one row each."""

    def to_dict(self) -> dict[str, Any]:
        """Return answers, recipe and cautions as plain JSON types."""
        whole = to_jsonable({**self.answers(), "cautions": self.cautions, **self.recipe.to_dict()})
        assert isinstance(whole, dict)  # noqa: S101 - a mapping stays a mapping
        return whole

    def to_json(self, path: str | Path | None = None) -> str:
        """Return the JSON text, and write it to `path` where one is given."""
        return _written(dumps(self.to_dict()) + "\n", path)

    def to_markdown(self, path: str | Path | None = None) -> str:
        """Return the answer as Markdown, and write it to `path` where one is given."""
        from parallaxis.rendering.document import document  # noqa: PLC0415 - named exception
        from parallaxis.rendering.markdown import markdown  # noqa: PLC0415 - named exception

        return _written(markdown(document(self)), path)

    def to_html(self, path: str | Path | None = None) -> str:
        """Return the answer as one offline page, and write it to `path` where one is given."""
        from parallaxis.rendering.document import document  # noqa: PLC0415 - named exception
        from parallaxis.rendering.html import html  # noqa: PLC0415 - named exception

        return _written(html(document(self)), path)

    def _repr_html_(self) -> str:
        """Show the summary as a table in notebooks."""
        from parallaxis.rendering.notebook import table_html  # noqa: PLC0415 - named exception

        return table_html(str(self), self.summary())


def _written(text: str, path: str | Path | None) -> str:
    """Write a text where a path is given, and return it."""
    if path is not None:
        write_text(Path(path), text)
    return text
