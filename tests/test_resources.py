"""What comes with the package is found, and a cache that cannot be kept is done without."""

from pathlib import Path

import pytest

from qkvsym import resources
from qkvsym.errors import BadTemplate


@pytest.mark.parametrize("place", ["qkvsym/templates", "templates"])
def test_templates_are_in_the_package_or_beside_it(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / place).mkdir(parents=True)
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "qkvsym" / "resources.py"))
    assert resources.templates_folder() == tmp_path / place


def test_a_package_without_its_templates_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "qkvsym" / "resources.py"))
    with pytest.raises(BadTemplate) as refused:
        resources.templates_folder()
    assert str(refused.value) == "the built-in templates are missing; install qkvsym again"


def test_the_cache_is_in_the_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert resources.cache_folder("pages") == tmp_path / "qkvsym" / "pages"


def test_where_no_folder_can_be_made_there_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert resources.cache_folder("pages") is None
