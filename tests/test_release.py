# SPDX-License-Identifier: Apache-2.0
"""The commit that a version names, and releases: built twice, listed, signed, and installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from tests import release
from tests.refusals import refused

from gatehash import __version__, commit
from gatehash.cli.commands import run
from gatehash.paths import checkout_root, docs_root

TOP = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def git(folder: Path, *arguments: str) -> str:
    """Run git, whoever the user is; return what it prints."""
    own = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    done = subprocess.run(
        ["git", *own, "-C", str(folder), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository that could be a checkout of the library."""
    git(tmp_path, "init", "--quiet")
    (tmp_path / "pyproject.toml").touch()
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    return tmp_path


# Which commit it is


def test_version_names_the_commit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(commit, "_PACKAGE", tmp_path)
    (tmp_path / commit.FILE).write_text(f"{COMMIT}\n")
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"gatehash {__version__} (commit {COMMIT})\n"
    (tmp_path / commit.FILE).unlink()
    monkeypatch.setattr(commit, "_TOP", tmp_path)
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"gatehash {__version__} (commit unknown)\n"


def test_commit_of_a_checkout(repository: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    (repository / "another").touch()
    assert commit.commit_of(repository) == head
    (repository / "pyproject.toml").write_text("# changed")
    assert commit.commit_of(repository) == f"{head} modified"


def test_commit_is_not_that_of_another_repository(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = repository / "gatehash-1.2.3"
    below.mkdir()
    (below / "pyproject.toml").touch()
    assert commit.commit_of(below) is None
    (below / commit.FILE).write_text("no commit")
    assert commit.commit_of(below) is None
    (below / commit.FILE).write_text(COMMIT)
    assert commit.commit_of(below) == COMMIT
    monkeypatch.setenv("GIT_DIR", str(below))
    assert commit.commit_of(repository) == git_head(repository, monkeypatch)
    monkeypatch.setenv("PATH", str(below))
    assert commit.commit_of(repository) is None


def git_head(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the commit of a repository, whatever the environment says."""
    with monkeypatch.context() as patch:
        patch.delenv("GIT_DIR")
        return git(folder, "rev-parse", "HEAD")


# What is released


def test_the_version_stands_in_one_place() -> None:
    """No page and no source names it; the changelog names those that are released."""
    version = re.escape(tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"])
    tracked = git(TOP, "ls-files", "*.md", "src/*.py", "sw", "Makefile").split("\n")
    named = [
        name
        for name in tracked
        if name != "CHANGELOG.md"
        if re.search(rf"(gatehash[ -]|[Vv]ersion |\bv){version}\b", (TOP / name).read_text("utf-8"))
    ]
    assert named == []


def test_a_release_is_made_of_a_commit(repository: Path, tmp_path: Path) -> None:
    (repository / "pyproject.toml").write_text("# changed")
    with refused("has changes; a release is made of a commit"):
        release.make(repository, tmp_path / "out")
    shutil.rmtree(repository / ".git")
    with refused("is no checkout of git; a release is made of a commit"):
        release.make(repository, tmp_path / "out")


def test_a_release_needs_a_new_folder_and_a_build(repository: Path) -> None:
    with refused("exists; name a new folder"):
        release.make(repository, repository)
    with refused("^the build of [0-9a-f]{40} failed: "):
        release.make(repository, repository / "out")
    assert not (repository / "out").exists()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of the commit that is tested."""
    if checkout_root() is None or commit.commit_of(TOP) is None:
        pytest.skip("no checkout of git: no release was made")
    folder = tmp_path_factory.mktemp("release")
    subprocess.run(["git", "clone", "--quiet", str(TOP), str(folder / "clone")], check=True)
    files = release.make(folder / "clone", folder / "dist")
    assert [path.suffix for path in files] == ["", ".whl", ".json", ".gz"]
    return folder / "dist"


@pytest.mark.large
def test_a_release_has_all_and_its_commit(made: Path) -> None:
    """Two builds were equal, or there were none."""
    head = git(TOP, "rev-parse", "HEAD")
    done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=made, check=True)
    assert done.returncode == 0
    (wheel,) = made.glob("*.whl")
    (source,) = made.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    assert packed["gatehash/COMMIT"].decode().strip() == head
    tracked = set(git(TOP, "ls-tree", "-r", "--name-only", "HEAD").splitlines())
    folders = ("docs/", "results/", "rtl/", "soc/", "sw/")
    wanted = {name for name in tracked if name.startswith(folders)}
    assert {f"gatehash/{name}" for name in wanted} <= packed.keys()
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        member = archive.extractfile(f"{source.name.removesuffix('.tar.gz')}/COMMIT")
        assert member is not None
        assert member.read().decode().strip() == head
    assert tracked - {".ci/run", ".gitignore"} <= names


@pytest.mark.large
def test_the_bill_of_materials(made: Path) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    (path,) = made.glob("*.cdx.json")
    text = path.read_text("utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    bill = json.loads(text)
    about = bill["metadata"]["component"]
    (wheel,) = made.glob("*.whl")
    assert about["hashes"] == [{"alg": "SHA-256", "content": release.sha256(wheel)}]
    assert about["properties"][0]["value"] == git(TOP, "rev-parse", "HEAD")
    parts = {each["name"]: each for each in bill["components"]}
    rtl = {
        each["name"]: each["hashes"][0]["content"] for each in parts["gatehash-rtl"]["components"]
    }
    on_disk = {str(each.relative_to(TOP)) for each in (TOP / "rtl").rglob("*") if each.is_file()}
    assert rtl.keys() == on_disk
    pins = dict(
        line.lower().replace("_", "-").split("==")
        for line in (TOP / "constraints.txt").read_text().split()
    )
    packages = {name: each for name, each in parts.items() if "purl" in each}
    assert {name: each["version"] for name, each in packages.items()} == {
        name: pins[name] for name in packages
    }
    scopes = {name: packages[name]["scope"] for name in ("numpy", "distributed", "rich")}
    assert scopes == {"numpy": "required", "distributed": "optional", "rich": "required"}
    assert not {"pytest", "cryptography", "whirlpool"} & packages.keys()


@pytest.mark.large
def test_signatures_of_the_page(made: Path, tmp_path: Path) -> None:
    """The commands of the guide sign and verify a tag and the sums, with a key of the moment."""
    if not shutil.which("gpg"):
        pytest.skip("no gpg: no release was signed")
    home = tmp_path / "gpg"
    home.mkdir(mode=0o700)
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(TOP), str(clone)], check=True)
    shutil.copytree(made, clone / "dist")
    user = "Somebody <somebody@example.org>"
    environment = {**os.environ, "GNUPGHOME": str(home), "EMAIL": "somebody@example.org"}
    for name in ("user.name=Somebody", "user.email=somebody@example.org"):
        git(clone, "config", *name.split("="))
    make_key = ["gpg", "--batch", "--passphrase", "", "--quick-generate-key", user]
    subprocess.run(make_key, env=environment, check=True, capture_output=True)
    text = (docs_root() / "release.md").read_text("utf-8")
    blocks = re.findall(r"```sh signing\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 2
    for block in reversed(blocks):
        subprocess.run(["sh", "-eu", "-c", block], cwd=clone, env=environment, check=True)
    (clone / "dist" / "SHA256SUMS").write_text("other\n")
    verify = ["gpg", "--verify", "dist/SHA256SUMS.asc", "dist/SHA256SUMS"]
    assert subprocess.run(verify, cwd=clone, env=environment, capture_output=True).returncode


# Where it runs


def _interpreter(version: str) -> str | None:
    """Return an interpreter of a version that can make environments; None if there is none."""
    roots = [Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))]
    named = [str(each) for root in roots for each in root.glob(f"versions/{version}.*/bin/python3")]
    for program in (shutil.which(f"python{version}"), *named):
        test = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"
        if program is not None:
            done = subprocess.run([program, "-c", test], capture_output=True, text=True)
            if done.stdout.strip() == version:
                return program
    return None


@pytest.mark.large
@pytest.mark.parametrize("version", PYTHONS)
def test_the_wheel_hashes_on(version: str, made: Path, tmp_path: Path) -> None:
    """In an environment of its own, without the checkout: the version, and a digest by RTL."""
    program = _interpreter(version)
    if program is None:
        pytest.skip(f"no Python {version}: the wheel was not installed on it")
    subprocess.run([program, "-m", "venv", tmp_path / "env"], check=True)
    (wheel,) = made.glob("*.whl")
    pip = [
        str(tmp_path / "env" / "bin" / "pip"),
        "--disable-pip-version-check",
        "install",
        "--quiet",
    ]
    subprocess.run([*pip, "--constraint", TOP / "constraints.txt", wheel], check=True)
    (tmp_path / "abc").write_bytes(b"abc")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def said(*arguments: str) -> str:
        done = subprocess.run(
            [tmp_path / "env" / "bin" / "gatehash", *arguments],
            cwd=tmp_path,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    assert said("--version") == f"gatehash {__version__} (commit {git(TOP, 'rev-parse', 'HEAD')})\n"
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert said("hash", "--design", "sha256-lut", "--verify", "abc") == f"{digest}  abc\n"
    assert "sha256-lut" in said("list")


def test_an_interpreter_is_found() -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert version in PYTHONS
    assert _interpreter("2.0") is None
