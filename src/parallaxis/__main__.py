"""``python -m parallaxis`` is the command line."""

from parallaxis.cli import main

if __name__ == "__main__":
    main()
