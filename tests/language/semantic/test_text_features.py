"""The features of a phrase: the weights that ship were trained on these very buckets."""

from gamemaster.language.semantic.text_features import bucket, pair_features


def test_a_pair_is_hashed_as_one_text() -> None:
    known = ["b:^_brass", "b:brass_kulcs-űrű", "b:kulcs-űrű_$"]
    assert pair_features(["brass", "kulcs-űrű"]) == [bucket(one) for one in known]


def test_a_phrase_of_nothing_has_its_ends() -> None:
    assert pair_features([]) == [bucket("b:^_$")]
