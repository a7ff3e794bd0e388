# SPDX-License-Identifier: Apache-2.0
"""The command line as a user meets it: output, exit status, one line for each error."""

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from tests.simulate.runtime import with_runtime

from gatehash.catalog import DESIGNS, find
from gatehash.models import threefish

# Published digest of the message FF (Skein 1.3, appendix C), Skein-256-256.
SKEIN256_FF = "0b98dcd198ea0e50a7a244c444e25c23da30c10fc9a1f270a6637f1f34e67ed2"


def run(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "gatehash", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def model(message: bytes, design: str = "skein512-x8") -> str:
    made = find(design).job().model()
    made.update(message)
    return made.digest().hex()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, bytes]:
    contents = {"empty": b"", "one": b"\xff", "two words": bytes(range(130)), "back\\slash": b"x"}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return contents


def test_hash_lines(tmp_path: Path, files: dict[str, bytes]) -> None:
    done = run("hash", *files, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"{model(b'')}  empty",
        f"{model(files['one'])}  one",
        f"{model(files['two words'])}  two words",
        f"\\{model(b'x')}  back\\\\slash",
    ]


def test_published_digest_from_standard_input() -> None:
    done = run("hash", "--design", "skein256-x8", "-", stdin=b"\xff")
    assert done.stdout == f"{SKEIN256_FF}  -\n"
    assert run("hash", "--design", "skein256-x8", stdin=b"\xff").stdout == done.stdout


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_digest_bits(engine: str) -> None:
    done = run("hash", "--engine", engine, "--digest-bits", "1032", stdin=b"abc")
    made = find("skein512-x8").job("skein-512-1032").model()
    made.update(b"abc")
    assert done.stdout == f"{made.digest().hex()}  -\n"


def test_json(tmp_path: Path, files: dict[str, bytes]) -> None:
    done = run("hash", "--json", "--verify", *files, cwd=tmp_path)
    entries = json.loads(done.stdout)
    assert [entry["file"] for entry in entries] == list(files)
    timing = find("skein512-x8").job().timing
    for entry, content in zip(entries, files.values(), strict=True):
        blocks = max(1, -(-len(content) // 64))
        assert entry["digest"] == model(content)
        assert entry["design"] == "skein512-x8"
        assert entry["algorithm"] == "skein-512-512"
        assert entry["message_bytes"] == len(content)
        assert entry["blocks"] == blocks
        assert entry["cycles"] == timing.latency(blocks)
        assert entry["cycles_per_block"] == timing.block
        assert entry["seconds"] > 0
        assert entry["model_agrees"] is True


def test_details(tmp_path: Path, files: dict[str, bytes]) -> None:
    done = run("hash", "--details", "--verify", "two words", cwd=tmp_path)
    assert done.returncode == 0
    for part in (model(files["two words"]), "130 bytes, 3 blocks", "skein512-x8", "agrees"):
        assert part in done.stdout


def test_unreadable_files_do_not_stop_the_others(tmp_path: Path, files: dict[str, bytes]) -> None:
    done = run("hash", "one", "missing", ".", "empty", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [f"{model(files['one'])}  one", f"{model(b'')}  empty"]
    assert done.stderr.splitlines() == [
        "gatehash: missing: No such file or directory",
        "gatehash: .: Is a directory",
    ]


def test_missing_files_are_named_before_the_simulator_is_built(tmp_path: Path) -> None:
    done = run("hash", "missing", cwd=tmp_path, CXX="no-such-compiler", GATEHASH_CACHE="cache")
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["gatehash: missing: No such file or directory"]


def test_check(tmp_path: Path, files: dict[str, bytes]) -> None:
    sums = tmp_path / "SUMS"
    sums.write_text(run("hash", *files, cwd=tmp_path).stdout)
    done = run("hash", "--check", "SUMS", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [f"{name}: OK" for name in files]

    (tmp_path / "one").write_bytes(b"changed")
    (tmp_path / "empty").unlink()
    with sums.open("a") as handle:
        handle.write("this is no digest\n")
    done = run("hash", "--check", "SUMS", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[:2] == ["empty: FAILED open or read", "one: FAILED"]
    assert done.stderr.splitlines() == [
        "gatehash: empty: No such file or directory",
        "gatehash: WARNING: 1 line is improperly formatted",
        "gatehash: WARNING: 1 listed file could not be read",
        "gatehash: WARNING: 1 computed checksum did NOT match",
    ]


def test_waves(tmp_path: Path) -> None:
    out = tmp_path / "out.fst"
    done = run("hash", "--design", "skein256-x1", "--waves", out, stdin=b"abc")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(model(b"abc", "skein256-x1"))
    # An FST file starts with a header block: type 0, length 329.
    assert out.read_bytes()[:9] == b"\x00" + (329).to_bytes(8, "big")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hash", "--design", "md5"], "unknown design 'md5'; for all names: gatehash list"),
        (["hash", "--digest-bits", "12"], "digest length 12 is not available"),
        (["hash", "--waves", "/no/such/folder/x.fst"], "No such file or directory"),
        (["hash", "--waves", "x.fst", "--engine", "model"], "--waves records simulated hardware"),
        (["hash", "--verify", "--engine", "model"], "--verify compares with the golden model, wh"),
        (["bench", "skein512"], "unknown design 'skein512'; the nearest: skein512-x8, "),
        (
            ["synth", "skein512-x8", "--target", "asic"],
            "unknown target 'asic'; choose one of: xc4v",
        ),
        (["synth", "skein512", "--target", "xc5v"], "unknown design 'skein512'"),
        (
            ["synth", "skein512-x8", "--target", "xc5v", "--boundary", "chip"],
            "unknown boundary 'chip'; choose one of: core, stream",
        ),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("gatehash: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_missing_compiler(tmp_path: Path) -> None:
    done = run("hash", stdin=b"", CXX="no-such-compiler", GATEHASH_CACHE=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("gatehash: 'no-such-compiler' not found")
    assert done.stderr.count("\n") == 1


def test_bench() -> None:
    (row,) = json.loads(run("bench", "skein256-x8", "--json").stdout)
    assert row["design"] == "skein256-x8"
    assert row["operation"] == "hash"
    assert row["block_bits"] == 256
    assert row["cycles_per_block"] == row["stream_cycles_per_block"] == 10
    assert row["one_block_cycles"] == 20
    assert row["latency_cycles"] == row["empty_cycles"] == 29
    assert row["mb_per_second"] > 0
    table = run("bench", "skein256-x8").stdout
    assert "skein-256-256" in table


def test_bench_of_models() -> None:
    found = run("bench", "--engine", "model", "skein256-x8", "phash-1", "--json")
    skein, phash = json.loads(found.stdout)
    assert (skein["algorithm"], skein["operation"]) == ("skein-256-256", "hash")
    assert skein["ratio"] == skein["mb_per_second"] / skein["python_mb_per_second"]
    assert phash["mb_per_second"] > 0
    assert phash["ratio"] is phash["python_mb_per_second"] is None
    lines = run("bench", "--engine", "model", "phash-1").stdout.splitlines()
    assert lines[-1].split()[:2] == ["phash", "hash"]
    assert lines[-1].split()[3:] == ["-", "-"]


@pytest.mark.parametrize("name", ["g++", "no-such-compiler"])
def test_model_of_a_long_message(name: str, tmp_path: Path) -> None:
    message = random.Random(0).randbytes((1 << 19) + 5000)
    (tmp_path / "long").write_bytes(message)
    options = ("-a", "sha512", "--engine", "model")
    done = run("sum", *options, "long", cwd=tmp_path, CXX=name)
    assert done.stdout == f"{hashlib.sha512(message).hexdigest()}  long\n"
    assert done.stderr == ""


def test_list() -> None:
    entries = json.loads(run("list", "--json").stdout)
    assert [entry["name"] for entry in entries] == list(DESIGNS)
    for entry in entries:
        assert entry["algorithms"]
        for target in ("xc4v", "xc5v", "xc6v", "ecp5"):
            figures = entry["measured"][target]
            assert {"lc", "lut", "ff", "ramb36", "ramb18", "fmax_mhz"} <= set(figures)
            assert {"throughput_mbps", "fits", "stale", "reason"} <= set(figures)
    table = run("list").stdout
    assert all(name in table for name in DESIGNS)


def test_doctor() -> None:
    done = run("doctor")
    assert done.returncode == 0
    assert "verilator" in done.stdout
    tools = {tool["name"]: tool for tool in json.loads(run("doctor", "--json").stdout)}
    assert tools["verilator"]["version"] == "5.48.0"


def test_closed_pipe(tmp_path: Path) -> None:
    for name in range(2000):
        (tmp_path / f"{name:04}").touch()
    names = sorted(path.name for path in tmp_path.iterdir())
    command = f"{sys.executable} -m gatehash hash --engine model {' '.join(names)} | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=tmp_path, capture_output=True, check=False
    )
    # As GNU's tools, the command dies of SIGPIPE, without a word.
    assert done.returncode == 128 + signal.SIGPIPE
    assert done.stderr == b""


def test_wheel_carries_the_rtl(tmp_path: Path) -> None:
    top = Path(__file__).resolve().parents[2]
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", tmp_path, top],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
    subprocess.run([*pip, str(installed), str(wheel)], check=True, capture_output=True)
    cache = str(tmp_path / "cache")
    with_runtime(tmp_path / "cache")
    code = "import gatehash, sys; sys.stderr.write(gatehash.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(installed), "GATEHASH_CACHE": cache}
    where = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(installed) in where.stderr
    done = run(
        "hash",
        "--design",
        "skein256-x8",
        stdin=b"\xff",
        cwd=tmp_path,
        PYTHONPATH=str(installed),
        GATEHASH_CACHE=cache,
        GATEHASH_QUIET="",
    )
    assert done.stdout == f"{SKEIN256_FF}  -\n", done.stderr
    said = r"gatehash: building the simulator of skein256-x8 \(once; about \d+ s\)\n"
    assert re.fullmatch(said, done.stderr)
    assert any((installed / "gatehash" / "rtl").rglob("gh_skein.sv"))
    assert {path.name for path in (installed / "gatehash" / "soc").iterdir()} >= {"firmware", "rtl"}


# Encryption and decryption

KEY, TWEAK = bytes(range(64)).hex(), bytes(range(16)).hex()


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_crypt_there_and_back(tmp_path: Path, engine: str) -> None:
    message = bytes(range(256))
    (tmp_path / "in").write_bytes(message)
    common = ("--algorithm", "threefish-512", "--key", KEY, "--tweak", TWEAK, "--engine", engine)
    done = run("crypt", *common, "--design", "threefish-mc-enc", "in", "-o", "secret", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    secret = (tmp_path / "secret").read_bytes()
    assert secret[:64] == threefish.encrypt(bytes.fromhex(KEY), bytes.fromhex(TWEAK), message[:64])
    assert len(secret) == len(message)
    done = run("crypt", *common, "--decrypt", "secret", "-o", "back", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "back").read_bytes() == message


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_crypt_with_a_tag(tmp_path: Path, engine: str) -> None:
    """A message whose tag is wrong leaves no file."""
    (tmp_path / "in").write_bytes(bytes(100))
    common = ("--algorithm", "chacha20-poly1305", "--key", KEY[:64], "--engine", engine)
    values = ("--nonce", "00" * 12, "--ad", "abcdef")
    done = run("crypt", *common, *values, "in", "-o", "secret", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    secret = (tmp_path / "secret").read_bytes()
    key, ad = bytes.fromhex(KEY[:64]), bytes.fromhex("abcdef")
    assert secret == ChaCha20Poly1305(key).encrypt(bytes(12), bytes(100), ad)
    done = run("crypt", *common, *values, "--decrypt", "secret", "-o", "back", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "back").read_bytes() == bytes(100)
    before = sorted(path.name for path in tmp_path.iterdir())
    for others in (("--nonce", "00" * 12), ("--nonce", "01" + "00" * 11, "--ad", "abcdef")):
        done = run("crypt", *common, *others, "--decrypt", "secret", "-o", "bad", cwd=tmp_path)
        assert done.returncode == 2
        assert "refuses the message: the tag is wrong; key, nonce, associated data" in done.stderr
        assert done.stderr.count("\n") == 1
        done = run("crypt", *common, *others, "--decrypt", "secret", "-o", "-", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_crypt_streams() -> None:
    arguments = ("crypt", "--algorithm", "threefish-256", "--key", "00" * 32, "-", "-o", "-")
    done = subprocess.run(
        [sys.executable, "-m", "gatehash", *arguments],
        input=bytes(32),
        capture_output=True,
        check=True,
    )
    assert done.stdout == threefish.encrypt(bytes(32), bytes(16), bytes(32))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--algorithm", "threefish-512", "--key", KEY[2:]), "key has 63 bytes; threefish-512 "),
        (("--algorithm", "threefish-512", "--key", "x" + KEY[1:]), "is not hexadecimal; it must"),
        (("--algorithm", "threefish-512", "--key", KEY, "--tweak", "00"), "tweak has 1 byte; "),
        (
            ("--algorithm", "threefish-513", "--key", KEY),
            "unknown cipher 'threefish-513'; choose ",
        ),
        (("--algorithm", "threefish-256", "--key", KEY[:64]), "100 bytes; the message must be a p"),
        (
            ("--algorithm", "threefish-512", "--key", KEY, "--design", "skein-mc-enc", "--decrypt"),
            "skein-mc-enc can't decrypt; it can: encrypt",
        ),
        (("--algorithm", "threefish-512", "--key", KEY, "--design", "no"), "unknown design 'no'"),
        (("--algorithm", "threefish-512", "--key", KEY, "--design", ""), "unknown design ''"),
        (
            ("--algorithm", "chacha20-poly1305", "--key", KEY[:64], "--nonce", "00" * 8),
            "nonce has 8 bytes; chacha20-poly1305 takes 12",
        ),
    ],
)
def test_crypt_refuses_in_one_line(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    (tmp_path / "in").write_bytes(bytes(100))
    done = run("crypt", *arguments, "in", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_crypt_leaves_a_file_alone_that_it_can_not_replace(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(bytes(33))
    (tmp_path / "out").write_bytes(b"precious")
    arguments = ("--algorithm", "threefish-256", "--key", "00" * 32)
    assert run("crypt", *arguments, "in", "-o", "out", cwd=tmp_path).returncode == 2
    assert run("crypt", *arguments, "missing", "-o", "out", cwd=tmp_path).returncode == 2
    assert (tmp_path / "out").read_bytes() == b"precious"
    done = run("crypt", *arguments, "in", "-o", "no/such/folder", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_hash_on_a_design_of_several_algorithms() -> None:
    done = run("hash", "--design", "skein-mc", "--algorithm", "skein-256-256", stdin=b"\xff")
    assert done.stdout == f"{SKEIN256_FF}  -\n"
    done = run("hash", "--design", "skein-mc", "--algorithm", "skein-256-224", "--json")
    (entry,) = json.loads(done.stdout)
    assert (entry["algorithm"], len(entry["digest"])) == ("skein-256-224", 56)
    done = run("hash", "--design", "threefish-mc")
    assert done.returncode == 2
    assert "no hash function; it runs: threefish-256, " in done.stderr


def test_hash_with_a_key_on_a_coprocessor() -> None:
    skein = pytest.importorskip("skein")
    arguments = ("--design", "skein-mc-mac", "--algorithm", "skein-mac-256-256")
    done = run("hash", *arguments, "--key", "00010203", "--nonce", "0a", stdin=b"abc")
    code = skein.skein256(b"abc", key=bytes(range(4)), nonce=b"\n").hexdigest()
    assert done.stdout == f"{code}  -\n"
    done = run("hash", *arguments, stdin=b"abc")
    assert done.returncode == 2
    assert done.stderr == "gatehash: skein-mac-256-256 needs a key of any length\n"
