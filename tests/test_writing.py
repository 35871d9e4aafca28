"""Files are written whole or not at all, through links, and keep their permissions."""

import stat
from pathlib import Path

import pytest

from parallaxis.errors import InputError, MissingDataError
from parallaxis.writing import whole_file, write_text


def test_a_link_is_written_through_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "r.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to("r.txt")
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "r.txt"]


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder; name a file in it"):
        write_text(tmp_path, "x")
    with pytest.raises(MissingDataError, match=r"^r\.txt: the folder .* does not exist"):
        write_text(tmp_path / "absent" / "r.txt", "x")


def test_a_device_is_written_to_as_it_is() -> None:
    with whole_file(Path("/dev/null")) as path:
        assert path == Path("/dev/null")


def test_nothing_is_left_where_writing_failed(tmp_path: Path) -> None:
    def fail() -> None:
        with whole_file(tmp_path / "r.txt") as path:
            path.write_text("half")
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        fail()
    assert not list(tmp_path.iterdir())
