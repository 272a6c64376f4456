"""`python -m sofra` is the command `sofra`."""

from sofra.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
