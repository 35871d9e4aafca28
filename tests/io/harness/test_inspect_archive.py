"""Archives of Inspect logs: every way of packing them, and every way in which they break."""

from pathlib import Path

import numpy as np
import pytest

from fixture_logs import fixtures
from inspect_archives import DEFLATED, NAME, STORED, ZSTANDARD, read_bytes, zipped
from parallaxis.errors import FormatError, InputError
from parallaxis.io.harness import inspect_archive, inspect_members
from parallaxis.io.harness.inspect_archive import opened_archive
from parallaxis.io.harness.inspect_logs import READER
from parallaxis.io.harness.reading import LogFile, Wanted

TEXT = b'{"answer": "forty-two"}' * 500


def member(folder: Path, data: bytes, name: str = "a.json") -> bytes:
    """Write an archive and read one member of it."""
    (folder / NAME).write_bytes(data)
    with opened_archive(LogFile(folder, folder / NAME)) as archive:
        return archive.read(name)


@pytest.mark.parametrize("method", [STORED, DEFLATED, ZSTANDARD])
@pytest.mark.parametrize("wide", [False, True])
def test_members_come_back_as_they_were(tmp_path: Path, method: int, wide: bool) -> None:
    data = zipped({"b/ü.json": b"[]", "a.json": TEXT}, method, wide=wide)
    assert member(tmp_path, data) == TEXT
    assert member(tmp_path, data, "b/ü.json") == b"[]"


def test_a_later_member_of_the_same_name_counts(tmp_path: Path) -> None:
    twice = zipped({"a.json": b"old", "b.json": b"new"}, STORED).replace(b"b.json", b"a.json")
    assert member(tmp_path, twice) == b"new"


def test_archives_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    whole = zipped({"a.json": TEXT})
    cases = {
        "no list of members at its end": whole[:-30],
        "damaged list of members, at number 1": whole.replace(b"PK\1\2", b"PK\1\3"),
        "not where the list of members says": whole.replace(b"PK\3\4", b"PK\3\5"),
        "checksum does not fit": zipped({"a.json": TEXT}, STORED).replace(b"two", b"six", 1),
        "cannot be decompressed": whole.replace(b"\x28\xb5\x2f\xfd", b"\x28\xb5\x2f\xfe"),
        "has no member 'a.json'": zipped({"b.json": TEXT}),
        "is encrypted": zipped({"a.json": TEXT}, flags=0x801),
        "holds more than the 10 bytes": zipped({"a.json": TEXT}, declared=10),
        "holds 1073741824 bytes, more than 512 MiB": zipped({"a.json": TEXT}, declared=2**30),
        "more than 100 times as large": zipped({"a.json": TEXT}, declared=2**27),
        "is cut short": whole[:50] + whole[whole.index(b"PK\1\2") :],
    }
    for message, data in cases.items():
        with pytest.raises(FormatError, match=message):
            member(tmp_path, data)
    with pytest.raises(FormatError, match="method 12"):
        member(tmp_path, zipped({"a.json": TEXT}, 12))
    with (
        pytest.raises(InputError, match="cannot be opened"),
        opened_archive(LogFile(tmp_path, tmp_path / "missing.eval")),
    ):
        pass


def test_lists_of_members_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped({"a.json": b"1", "b.json": b"2"})
    monkeypatch.setattr(inspect_members, "MAX_MEMBERS", 1)
    with pytest.raises(FormatError, match="more than 1 members"):
        member(tmp_path, data)
    monkeypatch.setattr(inspect_members, "MAX_DIRECTORY", 10)
    with pytest.raises(FormatError, match="in 104 bytes, more than 10"):
        member(tmp_path, data)


def test_a_bomb_is_refused_by_what_it_declares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspect_archive, "LARGE", 1000)
    with pytest.raises(FormatError, match="times as large when decompressed"):
        member(tmp_path, zipped({"a.json": b"0" * 100_000}))


def damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """Change a few bytes, and now and then cut the end off."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 3, 30])):
        changed[rng.integers(len(changed))] = rng.integers(256)
    return bytes(changed[: rng.integers(len(changed))] if rng.random() < 0.3 else changed)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_logs_never_break_the_reader(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    paths = sorted(fixtures("inspect").rglob("2026-*"))
    path = paths[rng.integers(len(paths))]
    broken = tmp_path / path.name
    broken.write_bytes(damaged(path.read_bytes(), rng))
    file = LogFile(tmp_path, broken)
    READER.recognise(file)
    try:
        (log,) = READER.read(file, Wanted())
    except InputError:
        return
    (sound,) = READER.read(LogFile(path.parent, path), Wanted())
    if path.suffix == ".eval":  # checksums: what can be read at all is what was written
        assert log.values.tolist() == pytest.approx(sound.values.tolist(), nan_ok=True)


def test_bytes_of_any_kind_are_no_archive(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    for _ in range(50):
        with pytest.raises(InputError):
            read_bytes(tmp_path, b"PK\3\4" + rng.bytes(300) + b"PK\5\6" + rng.bytes(18))
