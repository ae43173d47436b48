"""The simulated fleet: its first bottleneck is where a part runs full, and moves when that part is made larger."""

import random

from benchmarks.fleet import (
    BUSY,
    Assumed,
    first_bottleneck,
    fullest_share,
    players_of_a_host,
    simulate,
    singles,
)


def test_the_first_bottleneck_is_where_a_part_runs_full() -> None:
    parts = singles()
    found = first_bottleneck(Assumed(), parts, 1000)
    assert found is not None
    slowest = min(parts, key=parts.__getitem__)
    assert found.bottleneck == slowest
    assert abs(found.turns_per_s / (parts[slowest] * BUSY) - 1) < 0.1
    assert simulate(found.hosts - 1, Assumed(), parts).bottleneck is None


def test_it_moves_when_that_part_is_made_larger() -> None:
    first = first_bottleneck(Assumed(), singles(), 1000)
    assert first is not None
    larger = {part: most * 100 if part == first.bottleneck else most for part, most in singles().items()}
    then = first_bottleneck(Assumed(), larger, 1000)
    assert then is not None
    assert then.bottleneck != first.bottleneck
    assert then.hosts > first.hosts


def test_a_fleet_with_room_has_none() -> None:
    assert first_bottleneck(Assumed(), singles(), 5) is None


def test_faster_hosts_are_bound_by_their_cache_at_last() -> None:
    assert players_of_a_host(Assumed())[1] == "decoding"
    assert players_of_a_host(Assumed(tokens_per_s=1e6))[1] == "cache"


def test_a_turn_costs_what_its_hosts_cost() -> None:
    one, dearer = Assumed(), Assumed(gpu_hour_price=2 * Assumed().gpu_hour_price)
    cheap, dear = (simulate(10, assumed, singles()) for assumed in (one, dearer))
    assert cheap.gpu_s_a_turn == dear.gpu_s_a_turn
    assert 1.9 < dear.price_of_1000 / cheap.price_of_1000 <= 2


def test_players_are_fewer_where_hashing_fills_one_host_before_the_others() -> None:
    assert fullest_share(1, 100, random.Random(0)) == 1
    assert fullest_share(50, 5000, random.Random(0)) > 1.1
    assert simulate(50, Assumed(), singles()).players < 50 * simulate(1, Assumed(), singles()).players
