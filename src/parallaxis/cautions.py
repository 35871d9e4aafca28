"""Cautions are data: a stable code and one sentence, carried by matrices and results."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caution:
    """Something a reader of the answer must know.

    Attributes
    ----------
    code : str
        Stable, lower-case, underscored name; scripts may test it.
    text : str
        One sentence for people, with the numbers it speaks of.
    """

    code: str
    text: str

    def to_dict(self) -> dict[str, str]:
        """Return the caution as a JSON object."""
        return {"code": self.code, "text": self.text}
