"""Tests of what is looked for when a player asks in free words."""

from npcs.query import EXACT, FAINT, FORM, KINDRED, MAX_WORDS, TELLING, meanings, terms_of


def test_each_word_is_looked_for_once() -> None:
    assert [term.word for term in terms_of("Axe, axe! The AXE?", "de")] == ["axe", "the"]


def test_irregular_forms_are_the_same_word() -> None:
    for word in ("take", "took", "taken", "takes", "taking"):
        assert {meanings(word)[form] for form in ("take", "took", "taken")} <= {EXACT, FORM}, word
    assert meanings("thieves")["thief"] == FORM


def test_words_of_like_meaning_count_for_less() -> None:
    assert meanings("promised")["swore"] == KINDRED
    assert meanings("grabbed")["took"] == KINDRED
    assert "axe" not in meanings("promise")


def test_words_that_only_ask_bring_up_nothing_by_themselves() -> None:
    terms = terms_of("do you remember what I told you?")
    telling = {term.word for term in terms if term.weight >= TELLING}
    assert telling <= {"do", "did", "done", "you", "what", "i"}, "which full-text search passes over"
    assert {term.weight for term in terms if term.word == "told"} == {FAINT}


def test_what_the_player_did_is_found_under_the_players_names() -> None:
    assert "stranger" in {term.word for term in terms_of("what did I promise")}
    assert "stranger" not in {term.word for term in terms_of("what did Hild promise")}


def test_other_languages_get_the_words_alone() -> None:
    assert [(t.word, t.weight) for t in terms_of("was habe ich versprochen", "de")][-1] == (
        "versprochen",
        EXACT,
    )
    assert terms_of("took", "de-AT") == terms_of("took", "de")


def test_a_flood_of_words_is_cut() -> None:
    terms = terms_of(" ".join(f"w{n}x" for n in range(10_000)), "de")
    assert len(terms) == MAX_WORDS
    assert len(terms_of("z" * 10_000, "de")[0].word) <= 40


def test_any_text_can_be_asked() -> None:
    for text in ("", " ", "'", "!!!", "\\ ' \" & | ! <-> :*", "it's Hild’s", "\u202e\ud7ff🜁", "___"):
        terms_of(text)
    assert [term.word for term in terms_of("Hild’s", "de")] == ["hild"]
