"""What the collector of garbage need not look at."""

import gc

import pytest

from gamemaster.hosting.garbage import YOUNG, collect_in_lots, leave_out_what_is_loaded, nothing_collected


@pytest.mark.parametrize("collected", [True, False])
def test_the_collector_rests_while_much_is_loaded_and_then_is_as_it_was(collected: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if collected else gc.disable)()
        with nothing_collected():
            assert not gc.isenabled()
        assert gc.isenabled() is collected
        with pytest.raises(ZeroDivisionError), nothing_collected():
            print(1 / 0)
        assert gc.isenabled() is collected
    finally:
        (gc.enable if before else gc.disable)()


def test_what_is_loaded_is_not_looked_at_and_what_comes_later_is() -> None:
    thresholds = gc.get_threshold()
    try:
        loaded: list[object] = [[]]
        leave_out_what_is_loaded()
        later: list[object] = [[]]
        looked_at = {id(one) for one in gc.get_objects()}
        assert id(loaded) not in looked_at
        assert id(later) in looked_at
        assert gc.get_threshold() == (YOUNG, *thresholds[1:])
    finally:
        gc.set_threshold(*thresholds)


def test_the_collector_looks_seldom_and_still_looks() -> None:
    thresholds = gc.get_threshold()
    try:
        collect_in_lots()
        assert gc.get_threshold() == (YOUNG, *thresholds[1:])
        assert gc.get_threshold()[0] > 0
    finally:
        gc.set_threshold(*thresholds)
