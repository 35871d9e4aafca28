"""Files that are no tables, known by their first bytes, and what to do with them."""

from parallaxis.io.text import BOM

_SAVE = "save the table as CSV or Parquet"
_ZIP = b"PK\x03\x04"
_MAGIC = {
    _ZIP: ("a zip archive", "unpack it, and pass the table in it"),
    b"\xd0\xcf\x11\xe0": ("an old Excel workbook or Office document", _SAVE),
    b"BZh": ("a bzip2 file", "unpack it, or pack it with gzip"),
    b"\xfd7zXZ": ("an xz file", "unpack it, or pack it with gzip"),
    b"7z\xbc\xaf": ("a 7-Zip archive", "unpack it, and pass the table in it"),
    b"%PDF-": ("a PDF document", _SAVE),
    b"\x89PNG": ("a PNG image", _SAVE),
    b"\xff\xd8\xff": ("a JPEG image", _SAVE),
    b"GIF8": ("a GIF image", _SAVE),
    b"\x93NUMPY": ("a NumPy array", "pass numpy.load of it to ScoreMatrix.from_array"),
    b"\x89HDF": ("an HDF5 file", _SAVE),
    b"SQLite format 3\0": ("an SQLite database", _SAVE),
}
_MARKUP = (b"<!doctype", b"<html", b"<?xml", b"<svg")
_WORKBOOK = (b"xl/", b"[Content_Types].xml")


def other_kind(head: bytes) -> str | None:
    """Say what a file is that is no table, and the remedy, or None.

    Parameters
    ----------
    head : bytes
        The first bytes, decompressed.

    Examples
    --------
    >>> other_kind(b"%PDF-1.7")
    'is a PDF document, which is not read; save the table as CSV or Parquet.'
    """
    for magic, (kind, remedy) in _MAGIC.items():
        if head.startswith(magic):
            if magic == _ZIP and any(part in head for part in _WORKBOOK):
                return f"is an Excel workbook, which is not read; {_SAVE}."
            return f"is {kind}, which is not read; {remedy}."
    if head.removeprefix(BOM).lstrip()[:16].lower().startswith(_MARKUP):
        return f"is a web page or XML, not a table; {_SAVE}, or download the file behind the page."
    return None
