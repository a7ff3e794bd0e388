# SPDX-License-Identifier: Apache-2.0
"""One netlist with several settings of nextpnr, and the committed trials."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests import doc_settings, settings
from tests.settings import SETTINGS, find_setting, options_with, settings_for, try_settings

from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.implement import TARGETS, Limits, Run, find_target, results
from gatehash.implement.job import Job
from gatehash.implement.tools import tool_versions
from gatehash.implement.trials import Trial, Trials, known_trials

DESIGN = find("chacha-mc-1")
QUICK = "heap-router1"


@pytest.mark.parametrize("target", [name for name, each in TARGETS.items() if each.place_and_route])
def test_a_setting_replaces_placer_and_router_alone(target: str) -> None:
    of = find_target(target)
    for setting in SETTINGS:
        options = options_with(of, setting)
        assert options.count("--placer") == options.count("--router") == 1
        assert options[len(options) - len(setting.options) :] == setting.options
        kept = set(options[: len(options) - len(setting.options)])
        assert kept <= set(of.place_and_route)
        assert set(of.place_and_route) - kept <= {
            *("--placer", "--router", "static", "heap", "router1", "router2"),
        }


def test_the_first_setting_is_that_of_ecp5() -> None:
    ecp5 = find_target("ecp5")
    assert sorted(options_with(ecp5, SETTINGS[0])) == sorted(ecp5.place_and_route)


# A design is placed and routed three times.
@pytest.mark.large
def test_trials_are_made_once_and_kept(tmp_path: Path) -> None:
    """A second call runs nothing; a seed more runs alone; a time-out is a trial too."""
    made: list[Trial] = []

    def again(seeds: int = 1, limit: float = 300, *, force: bool = False) -> Trials:
        made.clear()
        return try_settings(
            DESIGN,
            "ecp5",
            "core",
            [QUICK],
            seeds,
            limits=Limits(limit),
            folder=tmp_path,
            force=force,
            progress=lambda _: None,
            news=made.append,
        )

    first = again()
    (trial,) = first.trials
    assert (trial.setting, trial.seed, trial.options) == (QUICK, 1, find_setting(QUICK).options)
    assert trial.run is not None
    assert trial.run.kind == "routed"
    assert trial.run.critical_path is not None
    assert again() == first
    assert made == []
    assert again(2).trials[0] == trial
    assert [each.seed for each in made] == [2]
    cut = again(limit=1, force=True).trials[0]
    assert cut.run is None or cut.run.kind == "placed"
    assert cut.said
    assert cut.limit == 1
    assert again(limit=1).trials[0] == cut
    assert made == []
    assert again(limit=300).trials[0].limit == 300

    # Trials of another netlist are stale, and go when one of this is kept.
    stale = replace(known(tmp_path), inputs={})
    (tmp_path / "settings" / "ecp5" / "chacha-mc-1.core.json").write_text(stale.to_json())
    assert known(tmp_path).stale
    assert [each.seed for each in again().trials] == [1]


def test_a_killed_tool_is_no_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(*_: object, **__: object) -> Run:
        raise GatehashError("failed: no memory left")

    monkeypatch.setattr(settings, "place_and_route", lacks)
    with pytest.raises(GatehashError, match="no memory left"):
        try_settings(DESIGN, "ecp5", "core", [QUICK], folder=tmp_path, progress=lambda _: None)
    assert known_trials(DESIGN, "ecp5", "core", tmp_path) is None


def known(folder: Path) -> Trials:
    found = known_trials(DESIGN, "ecp5", "core", folder)
    assert found is not None
    return found


def test_routed_runs_say_nothing_and_others_do() -> None:
    routed = Run(1, 50.0, "routed", 1.0, 10)

    def trial(run: Run, said: str) -> Trial:
        return Trial(setting="heap", options=(), seed=1, limit=300.0, run=run, said=said)

    placed = Run(1, 50.0, "placed", 1.0, 10)
    assert trial(placed, "the end").run == placed
    for found, said in ((routed, "the end"), (placed, "")):
        with pytest.raises(ValueError, match="said"):
            trial(found, said)


def test_without_place_and_route(tmp_path: Path) -> None:
    with pytest.raises(GatehashError, match="xc6v has no open place and route"):
        try_settings(DESIGN, "xc6v", "core", folder=tmp_path)


def test_only_targets_with_a_grid_move_cells_apart() -> None:
    for name, target in TARGETS.items():
        if target.place_and_route:
            apart = [each.name for each in settings_for(target) if each.spread]
            assert apart == (["static-spread"] if name == "ecp5" else [])


@pytest.mark.parametrize(
    ("target", "name", "said"),
    [
        ("ecp5", "fast", "unknown setting 'fast'; choose one of: static-router1, "),
        (
            "nexus",
            "static-spread",
            "nexus has no setting static-spread: cells are moved apart on ecp5 only",
        ),
    ],
)
def test_settings_that_there_are_not(target: str, name: str, said: str) -> None:
    with pytest.raises(GatehashError, match=said):
        settings_for(find_target(target), [name])


COMMITTED = list(doc_settings.on_record())


@pytest.mark.parametrize("record", COMMITTED, ids=lambda each: f"{each.design}.{each.boundary}")
def test_committed_trials_are_fresh_and_compare(record: Trials) -> None:
    job = Job.of(find(record.design), record.target, record.boundary)
    assert record.inputs == job.inputs, f"stale; run: {record.command}"
    assert record.tools == tool_versions(job.target)
    options = {setting.name: setting.options for setting in SETTINGS}
    # The target's own setting has the record of the design, unless the design is too large for one.
    known = results.load(find(record.design), record.target, record.boundary)
    assert known is not None
    own = SETTINGS[0].name
    assert not known.runs or any(each.setting != own for each in record.trials)
    for each in record.trials:
        assert each.options == options[each.setting]


def test_committed_trials_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command on record finds all of them there."""
    record = next(each for each in COMMITTED if each.design == "chacha-mc-1")
    python, option, module, *words = record.command.split()
    assert (python, option, module) == ("python", "-m", settings.__name__)
    monkeypatch.setattr("sys.argv", [module, *words])
    settings.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines] == [each.setting for each in record.trials]
