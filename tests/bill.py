# SPDX-License-Identifier: Apache-2.0
"""The software bill of materials of a wheel, in CycloneDX's JSON."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email.parser import HeaderParser
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from gatehash.errors import GatehashError

__all__ = ["bill"]

_NO_PART = {"test", "oracle"}
"""Extras for those who work on the library; what they install is no part of a release."""

_SOURCES = {
    "rtl": "RTL in SystemVerilog, and what is generated of it",
    "soc": "RTL and firmware of the RISC-V system",
    "sw": "driver in C",
}


class _Wheel:
    """A wheel, and the packages that it needs, as they are installed here."""

    def __init__(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
            self.about = HeaderParser().parsestr(archive.read(about).decode())
            self.commit = ""
            if "gatehash/COMMIT" in names:
                self.commit = archive.read("gatehash/COMMIT").decode("ascii").strip()
            self.files = {
                name.removeprefix("gatehash/"): sha256(archive.read(name)).hexdigest()
                for name in names
                if name.split("/")[1:2] and name.split("/")[1] in _SOURCES
            }
        self.version = self.about["Version"]
        self.digest = sha256(wheel.read_bytes()).hexdigest()

    def requirements(self) -> Iterator[tuple[Requirement, bool]]:
        """Yield what the wheel requires, and whether it is an extra's."""
        extras = [name for name in self.about.get_all("Provides-Extra", []) if name not in _NO_PART]
        for text in self.about.get_all("Requires-Dist", []):
            found = Requirement(text)
            if found.marker is None or found.marker.evaluate({"extra": ""}):
                yield found, False
            elif any(found.marker.evaluate({"extra": extra}) for extra in extras):
                yield found, True


def _needs(found: metadata.Distribution, extras: Iterable[str]) -> Iterator[Requirement]:
    for text in found.requires or ():
        each = Requirement(text)
        wanted = ("", *extras)
        if each.marker is None or any(each.marker.evaluate({"extra": one}) for one in wanted):
            yield each


def _licenses(found: metadata.Distribution) -> Iterator[License]:
    """Yield the licence of a package as its metadata has it, in a word or an expression."""
    about = found.metadata.json
    text = str(about.get("license_expression") or about.get("license") or "")
    if not text or "\n" in text:
        kinds = (str(each) for each in about.get("classifier", ()))
        named = (each.rpartition(" :: ")[2] for each in kinds if each.startswith("License :: "))
        text = next(named, "")
    if text:
        yield LicenseFactory().make_from_string(text)


def bill(wheel: Path, seconds: int) -> str:
    """Return the bill of materials of a wheel, in JSON of CycloneDX 1.6.

    It lists the files of hardware and of the C driver with their digests, and the Python packages
    that the wheel and its extras need, of the versions that are installed here and with what they
    need themselves; those of extras alone are optional.

    Parameters
    ----------
    wheel : Path
        The wheel.
    seconds : int
        Time of the bill, since 1970.

    Raises
    ------
    GatehashError
        If a package is not installed.
    """
    of = _Wheel(wheel)
    main_part = Component(
        name="gatehash",
        version=of.version,
        type=ComponentType.LIBRARY,
        description=of.about["Summary"],
        licenses=[LicenseFactory().make_from_string(of.about["License-Expression"])],
        purl=PackageURL("pypi", name="gatehash", version=of.version),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=of.digest)],
        properties=[Property(name="gatehash:commit", value=of.commit)],
        bom_ref="gatehash",
    )
    made = Bom(serial_number=uuid5(NAMESPACE_URL, f"gatehash:{of.digest}"))
    made.metadata.timestamp = datetime.fromtimestamp(seconds, UTC)
    made.metadata.component = main_part
    below = [_sources(of, folder, what) for folder, what in _SOURCES.items()]
    found: dict[str, Component] = {}
    needs: dict[str, set[str]] = {}
    # Packages of the base first, so that what it shares with an extra is required.
    for requirement, optional in sorted(of.requirements(), key=lambda each: each[1]):
        below.append(_package(requirement, optional, found, needs))
    made.components.update([*below, *found.values()])
    made.register_dependency(main_part, below)
    for name, others in needs.items():
        made.register_dependency(found[name], [found[each] for each in sorted(others)])
    return JsonV1Dot6(made).output_as_string(indent=2) + "\n"


def _sources(of: _Wheel, folder: str, what: str) -> Component:
    files = [
        Component(
            name=name,
            type=ComponentType.FILE,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
            bom_ref=f"file:{name}",
        )
        for name, digest in of.files.items()
        if name.startswith(f"{folder}/")
    ]
    return Component(
        name=f"gatehash-{folder}",
        version=of.version,
        type=ComponentType.LIBRARY,
        description=what,
        licenses=[LicenseFactory().make_from_string(of.about["License-Expression"])],
        components=files,
        bom_ref=f"gatehash-{folder}",
    )


def _package(
    requirement: Requirement,
    optional: bool,
    found: dict[str, Component],
    needs: dict[str, set[str]],
) -> Component:
    """Return a package's component, which it adds with all that the package needs."""
    name = canonicalize_name(requirement.name)
    try:
        here = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise GatehashError(f"{name} is not installed; run: make .venv/test") from None
    if name not in found:
        found[name] = Component(
            name=name,
            version=here.version,
            type=ComponentType.LIBRARY,
            scope=ComponentScope.OPTIONAL if optional else ComponentScope.REQUIRED,
            licenses=list(_licenses(here)),
            purl=PackageURL("pypi", name=name, version=here.version),
            bom_ref=f"pypi:{name}",
        )
        needs[name] = set()
    for each in _needs(here, requirement.extras):
        other = canonicalize_name(each.name)
        if other not in needs[name]:
            needs[name].add(other)
            _package(each, optional, found, needs)
    return found[name]
