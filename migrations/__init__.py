"""Changes of the database's tables, in order; run by Alembic."""
