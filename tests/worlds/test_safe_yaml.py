"""YAML that is read as plain data, whoever wrote it."""

import pytest
import yaml

from worlds.safe_yaml import MAX_DEPTH, load, load_packaged


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 400_000])
def test_what_is_nested_too_deeply_is_a_fault_and_no_end_of_the_process(levels: int) -> None:
    with pytest.raises(yaml.YAMLError, match="nested too deeply, at most 40 levels"):
        load("[" * levels)


def test_depth_is_counted_from_the_top_and_not_over_the_whole_file() -> None:
    assert len(load("- [[1]]\n" * 100)) == 100


def test_no_object_is_made() -> None:
    with pytest.raises(yaml.YAMLError):
        load("!!python/object/apply:os.getcwd []")


def test_a_file_of_a_package_is_found_by_name() -> None:
    assert set(load_packaged("gamemaster.language.talk", "exchanges.yaml")) <= {"pieces", "words", "forms"}
