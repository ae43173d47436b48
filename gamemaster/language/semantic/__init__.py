"""Which of what was written is meant by words that say it otherwise: "feeling lonesome?" is after what is lonely.

A small encoder turns a phrase into a vector, so that phrases of one meaning lie close together. It was trained on the
questions that the worlds' writers foresaw, on the library's and on `paraphrases.jsonl`, by
`python -m gamemaster.authoring.encoder_training`. Its weights are whole numbers, so that every machine ranks alike to
the bit. May be imported by `language` and by whatever stands above it.
"""

__all__ = ["encoder", "phrase_index", "text_features"]
