"""What a table says: cells to scores, frames to arrays, arrays to one tidy table and back."""
