"""What an Inspect sample asks, so that it is told apart whatever its identifier."""

import re
from typing import Any

from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import plain_text
from parallaxis.io.harness.reading import as_object
from parallaxis.logs import fingerprint

CUT = "...\n(content truncated)"  # ends a text that a summary does not hold in full
PLACEHOLDER = re.compile(r"\((Image|Audio|Video|Document|Data|Reasoning|Tool_use)\)")
ATTACHED = "attachment://"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def question(sample: dict[str, Any], place: str) -> str:
    """Return the fingerprint of input and choices, whatever the order of the choices.

    Raises
    ------
    FormatError
        Input or choices of another form.
    """
    said = [(role, "\n\n".join(texts)) for role, texts in _input(sample, place)]
    if len(said) == 1 and said[0][0] == "user":
        text = said[0][1]
    else:
        text = "\n".join(f"{role}: {content}" for role, content in said)
    return fingerprint(
        "\n".join(
            [text, *sorted(map(plain_text, _texts(sample.get("choices"), f"{place}, choices")))]
        )
    )


def right_answer(sample: dict[str, Any], place: str) -> str:
    """Return the fingerprint of the target, by the texts of the choices where it names letters.

    Raises
    ------
    FormatError
        A target or choices of another form.
    """
    choices = dict(zip(LETTERS, _texts(sample.get("choices"), f"{place}, choices"), strict=False))
    targets = _texts(sample.get("target"), f"{place}, target")
    return fingerprint("\n".join(sorted(plain_text(choices.get(one, one)) for one in targets)))


def is_whole(summary: dict[str, Any], place: str, *, choices: bool) -> bool:
    """Say whether a summary holds all of the question, or only the sample itself does.

    Texts are cut after some thousand characters, images are left out, and summaries of 2025 and
    before lack the choices, which `choices` says the task has.

    Raises
    ------
    FormatError
        Input or target of another form.
    """
    if choices and summary.get("choices") is None:
        return False
    texts = [text for _, texts in _input(summary, place) for text in texts]
    texts += _texts(summary.get("target"), f"{place}, target")
    return not any(text.endswith(CUT) or PLACEHOLDER.fullmatch(text) for text in texts)


def _input(sample: dict[str, Any], place: str) -> list[tuple[str, list[str]]]:
    """Return the messages of the input: who says them, and their parts."""
    value = sample.get("input")
    if isinstance(value, str):
        return [("user", [value])]
    if not isinstance(value, list):
        raise FormatError(f"{place}, input is {value!r:.60}, where text or messages are expected.")
    attached = sample.get("attachments")
    known = attached if isinstance(attached, dict) else {}
    return [_message(one, known, f"{place}, input") for one in value]


def _message(value: Any, attached: dict[str, Any], place: str) -> tuple[str, list[str]]:
    """Return the role of a message and its parts; what is no text by what it refers to."""
    message = as_object(value, place)
    content = message.get("content")
    if isinstance(content, str):
        parts = [content]
    elif isinstance(content, list):
        parts = [_part(as_object(one, f"{place}, content"), place) for one in content]
    else:
        raise FormatError(f"{place}, content is {content!r:.60}, where text is expected.")
    texts = [str(attached.get(part.removeprefix(ATTACHED), part)) for part in parts]
    return str(message.get("role", "")), texts


def _part(part: dict[str, Any], place: str) -> str:
    """Return the text of one part of a message, or what an image or the like refers to."""
    kind = part.get("type")
    found = part.get(kind) if isinstance(kind, str) else None
    if isinstance(found, str):
        return found
    if found is None:
        raise FormatError(f"{place} has a part of type {kind!r:.60} without content.")
    return repr(found)


def _texts(value: Any, place: str) -> list[str]:
    """Return one text, or a list of them; none where there is none."""
    texts = [] if value is None else [value] if isinstance(value, str) else value
    if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
        return list(texts)
    raise FormatError(f"{place} is {value!r:.60}, where text is expected.")
