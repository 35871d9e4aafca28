"""What a document asks: its fields without those that only number it or say where it is kept."""

import re
from typing import Any

from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import json_fingerprint

NUMBERING = frozenset(
    ["id", "ids", "idx", "index", "ix", "row", "line", "no", "nr", "num", "number", "pk", "qid",
     "pid", "sid", "uid", "uuid", "guid", "rownumber", "rowindex", "linenumber", "docindex",
     "questionindex", "questionnumber", "questionno", "sampleindex", "exampleindex", "itemindex",
     "itemnumber", "datasetindex", "originalindex", "unnamed0"]
)  # fmt: skip
NUMBERED = re.compile(r".*([_\- ](id|idx|ID|IDX)|[a-z](Id|ID|Idx))")  # doc_id, questionId
ENDINGS = (
    "json jsonl ndjson csv tsv txt md xml html htm yaml yml toml ini log dat bin pdf doc docx xls "
    "xlsx pptx png jpg jpeg gif bmp webp svg tif tiff wav mp3 flac ogg m4a mp4 avi mov mkv webm "
    "npy npz pt pkl h5 parquet arrow zip gz zst tar py ipynb js ts java c h cpp hpp cc rs go rb "
    "sh sql lean tex"
)
KEPT_AT = re.compile(
    rf"\S+\.({'|'.join(ENDINGS.split())})|[a-z][a-z0-9+.-]*://\S+|(~|\.{{1,2}})?/\S+|[a-z]:\\\S+",
    re.IGNORECASE,
)


CHOICE = re.compile(
    r"(choice|option|opt|ending|candidate|alternative|(incorrect|wrong)[ _]?answer)s?"
    r"[ _]?([0-9]{1,2}|[a-j])?",
    re.IGNORECASE,
)
POOL = "choices in any order"


def asked_fields(value: Any) -> Any:
    """Return a document without fields that only number it or name a file; None if none is left.

    A field numbers a document where its name is that of an identifier and its value is a whole
    number, also as text; ``Mercury_7175875`` stays. A field names a file where its value is one
    word that is a path, an address, or has a file's ending. What stands in lists stays.

    Examples
    --------
    >>> asked_fields({"id": 7, "image": "val/7.png", "question": "What is shown?"})
    {'question': 'What is shown?'}
    >>> asked_fields({"idx": "12"}) is None
    True

    Raises
    ------
    RecursionError
        It is nested too deeply.
    """
    if not isinstance(value, dict):
        return value
    inner = {key: asked_fields(one) for key, one in value.items() if not _says_where(key, one)}
    left = {key: one for key, one in inner.items() if one is not None}
    return left or None


def question_fingerprint(
    document: Any, place: str, *, answers: frozenset[str] = frozenset()
) -> str:
    """Return the fingerprint of what a document asks; empty where it only says which it is.

    Parameters
    ----------
    document : any
        A JSON value.
    place : str
        Where it stands, for an error.
    answers : frozenset of str
        Fields that hold the right answer, which may be revised: they count only where there is
        nothing else.

    Raises
    ------
    FormatError
        It is nested too deeply.
    """
    try:
        asked = None
        if answers and isinstance(document, dict):
            asked = asked_fields({k: v for k, v in document.items() if k.lower() not in answers})
        asked = asked_fields(document) if asked is None else asked
    except RecursionError as error:
        raise FormatError(f"{place} is nested too deeply; get the log anew.") from error
    return json_fingerprint(_without_order(asked), place)


def _without_order(document: Any) -> Any:
    """Return a document with its choices in one order: a harness may shuffle them for each run."""
    if not isinstance(document, dict):
        return document
    pool, rest = [], {}
    for key, value in document.items():
        if not CHOICE.fullmatch(str(key).strip()):
            rest[key] = value
        elif isinstance(value, list):
            rest[key] = sorted(value, key=repr)
        elif isinstance(value, str):
            pool.append(value)
        else:
            rest[key] = value
    return rest | ({POOL: sorted(pool)} if pool else {})


def _says_where(key: Any, value: Any) -> bool:
    """Say whether a field only numbers a document, or names a file."""
    if isinstance(value, str) and KEPT_AT.fullmatch(value.strip()):
        return True
    numeral = isinstance(value, int) and not isinstance(value, bool)
    numeral = numeral or (isinstance(value, str) and value.strip().isdecimal())
    return numeral and _is_numbering(str(key).strip())


def _is_numbering(key: str) -> bool:
    """Say whether a name is that of an identifier or a running number."""
    bare = re.sub(r"[\W_]+", "", key).lower()
    return bare in NUMBERING or NUMBERED.fullmatch(key) is not None
