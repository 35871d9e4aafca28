"""Steps of joining logs and boards, one a file; :mod:`parallaxis.align` puts them in order."""
