"""Questions to people that the state of the story settles, whatever their writer had them say of a word in them."""

__all__ = ["at_work", "outright", "reasons_against", "things_shown"]
