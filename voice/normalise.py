"""Text as written, made fit for the ear. Pure."""
