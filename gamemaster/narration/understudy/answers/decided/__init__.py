"""Questions to people that the state of the story decides, whatever their writer had them say of a word in them."""
