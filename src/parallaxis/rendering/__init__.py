"""Saying it: what is said in which order, and the forms it takes."""
