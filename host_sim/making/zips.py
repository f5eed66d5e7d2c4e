"""Ready zips for makers without Python: one for each board, the same bytes every time, and their checksums."""

import hashlib
import io
import zipfile

NAME = "james-bond-{}.zip"
SUMS = "SHA256SUMS.txt"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say: today's would make other bytes tomorrow


def zip_of(bundle):
    """``bundle`` ({path: bytes}) as the bytes of a zip. Stored, not compressed: another zlib would make other bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        for name in sorted(bundle):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.create_system = 3  # the same on every system
            entry.external_attr = 0o644 << 16
            file.writestr(entry, bundle[name])
    return buffer.getvalue()


def write_zips(folder, bundles):
    """Write a zip for each board of ``bundles`` ({board id: bundle}) and the checksums, as ``sha256sum -c`` reads
    them, into ``folder``. Returns [(name, bytes)]. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    made = [(NAME.format(board_id), zip_of(bundle)) for board_id, bundle in bundles.items()]
    for name, data in made:
        (folder / name).write_bytes(data)
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in made)
    (folder / SUMS).write_text(sums, encoding="utf-8", newline="\n")
    return made
