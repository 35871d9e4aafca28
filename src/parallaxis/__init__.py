"""parallaxis."""
