"""The parser: reads an input as clauses and intents, step by step, over one shared `ParseState`.

What a writer foresaw comes first (`foreseen_sentences`). A piece is cut into sentences (`sentence_splitting`); a
sentence that is talk as a whole is read as such (`conversation`, `offers`, `gm_sentences`), and any other is cut into
stretches by role (`stretch_reader`), of which the deeds become orders (`sentence_reader`). What only the whole input
shows comes last (`second_pass`). Pure. Only `language.understanding` drives it.
"""

__all__ = ["corrected_orders", "parse_state", "reader", "second_pass", "unquoted_speech"]
