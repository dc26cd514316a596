"""ICC profiles of printing conditions: opened with care, asked for inks and for lightness."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms

from generator.failures import WrongUseError
from generator.shipped import DATA
from validator.plainfile import TooLargeError, read_plain

PROFILES = DATA / "profiles"
SHIPPED = {"fogra39": "FOGRA39L", "swop": "CGATS TR 003"}
"""The profiles that come with trilith, and the printing condition each describes."""

LARGEST_BYTES = 32_000_000
"""No profile in use is larger; it keeps a wrong file from being read whole."""

_BLACK_POINT = ImageCms.Flags.BLACKPOINTCOMPENSATION
_INTENT = ImageCms.Intent.RELATIVE_COLORIMETRIC


class ProfileError(WrongUseError):
    """A profile that cannot be used; the message says why and what would do."""


@dataclass(frozen=True)
class Profile:
    """An opened CMYK printer profile: its bytes, what it calls itself, and its condition.

    ``condition`` names the printing condition for the output intent.
    """

    data: bytes
    description: str
    condition: str
    handle: Any

    def inks(self, image: Image.Image) -> Image.Image:
        """An sRGB picture as CMYK, relative to the paper, black mapped to black."""
        return _applied(image, self._to_inks)

    def lightness_of_black(self) -> tuple[float, ...]:
        """L* (0 to 100, paper is 100) of black ink alone at 0, 1, ... 255 of 255."""
        ramp = Image.frombytes("CMYK", (256, 1), b"".join(bytes((0, 0, 0, k)) for k in range(256)))
        lab = _applied(ramp, self._to_lab)
        levels = lab.getchannel(0).tobytes()
        return tuple(level / 2.55 for level in levels)

    @cached_property
    def _to_inks(self) -> Any:
        source = ImageCms.createProfile("sRGB")
        return ImageCms.buildTransform(source, self.handle, "RGB", "CMYK", _INTENT, _BLACK_POINT)

    @cached_property
    def _to_lab(self) -> Any:
        target = ImageCms.createProfile("LAB")
        return ImageCms.buildTransform(self.handle, target, "CMYK", "LAB", _INTENT)


def open_profile(name: str | Path) -> Profile:
    """Open a shipped profile by name (``fogra39``, ``swop``) or a user's own by its path.

    Raises:
        ProfileError: there is no such file, or it is no CMYK output profile.
    """
    if str(name) not in SHIPPED:
        return parse_profile(_read(Path(name)), str(name))
    profile = parse_profile(_read(PROFILES / f"{name}.icc"), str(name))
    return replace(profile, condition=SHIPPED[str(name)])


def parse_profile(data: bytes, name: str) -> Profile:
    """A profile from its bytes; ``name`` is what messages call it.

    Raises:
        ProfileError: it is no CMYK output profile that can convert both ways.
    """
    if data[36:40] != b"acsp":
        raise ProfileError(f"{name} is no ICC profile; name a .icc or .icm file")
    if data[16:20] != b"CMYK" or data[12:16] != b"prtr":
        kind = f"{data[16:20].decode('latin-1').strip()} {_device_class(data[12:16])} profile"
        raise ProfileError(f"{name} is an {kind}; a CMYK printer profile is needed")
    try:
        handle = ImageCms.ImageCmsProfile(io.BytesIO(data))
        description = ImageCms.getProfileDescription(handle).strip()
        profile = Profile(data, description or name, description or name, handle)
        profile.lightness_of_black()
        profile.inks(pixels([(0.0, 0.0, 0.0)]))
    except (ImageCms.PyCMSError, OSError, ValueError) as error:
        raise ProfileError(f"{name} is damaged, or lacks the table to CMYK: {error}") from error
    return profile


def pixels(colours: Sequence[tuple[float, ...]]) -> Image.Image:
    """A picture one pixel high of RGB colours (0 to 1)."""
    data = b"".join(bytes(round(value * 255) for value in colour) for colour in colours)
    return Image.frombytes("RGB", (len(colours), 1), data)


def _read(path: Path) -> bytes:
    try:
        return read_plain(path, LARGEST_BYTES)
    except TooLargeError as error:
        raise ProfileError(f"{path} is too large to be an ICC profile") from error
    except OSError as error:
        known = ", ".join(SHIPPED)
        reason = error.strerror or str(error)
        message = f"cannot read the profile {path}: {reason}; shipped profiles are {known}"
        raise ProfileError(message) from error


def _device_class(signature: bytes) -> str:
    names = {b"mntr": "display", b"scnr": "scanner", b"prtr": "printer", b"link": "device link"}
    return names.get(signature, "abstract")


def _applied(image: Image.Image, transform: Any) -> Image.Image:
    result = ImageCms.applyTransform(image, transform)
    if result is None:
        raise ProfileError("the picture could not be converted")
    return result
