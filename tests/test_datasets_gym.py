"""The adapter for reasoning-gym, held against the base classes of that package."""

import dataclasses
import subprocess
import sys
from typing import Any

import pytest

import qkvsym
from qkvsym.kinds import kind_ids

WITHOUT = """
import sys
sys.modules["reasoning_gym"] = None
try:
    import qkvsym.datasets.gym
except Exception as error:
    print(type(error).__name__, error)
"""


def test_the_adapter_is_not_imported_by_the_package() -> None:
    code = "import sys, qkvsym.datasets; print('qkvsym.datasets.gym' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_without_reasoning_gym_the_message_says_how_to_get_it() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert done.stdout == (
        "BadOption reasoning-gym is not installed: pip install 'qkvsym[reasoning-gym]'\n"
    )


@pytest.fixture(scope="module")
def gym() -> Any:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    pytest.importorskip("qkvsym.datasets.gym")
    return reasoning_gym


def test_it_is_registered_and_keeps_the_contract(gym: Any) -> None:
    from reasoning_gym.dataset import ProceduralDataset

    made = gym.create_dataset("qkvsym", seed=42, size=14)
    assert isinstance(made, ProceduralDataset)
    assert dataclasses.is_dataclass(made.config)
    assert (len(made), made.seed, made.category) == (14, 42, "algebra")
    entries = list(made)
    assert len(entries) == 14
    assert entries == list(made) == list(gym.create_dataset("qkvsym", seed=42, size=14))
    assert entries != list(gym.create_dataset("qkvsym", seed=43, size=14))
    for index, entry in enumerate(entries):
        assert entry == made[index]
        assert isinstance(entry["question"], str)
        assert isinstance(entry["answer"], str)
        assert entry["metadata"]["source_dataset"] == "qkvsym"
        assert entry["metadata"]["source_index"] == index
        assert made.score_answer(entry["answer"], entry) == 1.0
        for wrong in (None, "", "no idea", entry["question"]):
            assert made.score_answer(wrong, entry) == 0.0
    assert {entry["metadata"]["difficulty"]["kind"] for entry in entries} == set(kind_ids())
    with pytest.raises(IndexError):
        made[14]


def test_the_config_chooses_what_is_drawn(gym: Any) -> None:
    options: dict[str, Any] = {"level": "hard", "d_in": 4, "d_out": 2, "entries": (-3, 4)}
    made = gym.create_dataset("qkvsym", seed=1, size=3, kinds=["compute-projections"], **options)
    entry = made[2]["metadata"]["entry"]
    expected = qkvsym.generate("compute-projections", seed=1, sheet=3, **options)
    assert entry["id"] == f"{expected.code}.1"
    for wrong in ({"size": 0}, {"kinds": []}, {"kinds": ["poetry"]}, {"d_in": 17}, {"level": "x"}):
        with pytest.raises(qkvsym.AuthorError):
            gym.create_dataset("qkvsym", **wrong)


def test_it_can_be_reseeded_and_joined_with_others(gym: Any) -> None:
    from itertools import islice

    from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec
    from reasoning_gym.dataset import ReseedingDataset

    made = gym.create_dataset("qkvsym", seed=1, size=2)
    endless = ReseedingDataset(made, chunk_size=2)
    ids = [entry["metadata"]["entry"]["id"] for entry in islice(endless, 6)]
    assert len(set(ids)) == 6
    spec = DatasetSpec("qkvsym", 1.0, {"kinds": ["predict-shape"]})
    joined = CompositeDataset(CompositeConfig(size=3, seed=5, datasets=[spec]))
    assert joined.score_answer(joined[0]["answer"], joined[0]) == 1.0
