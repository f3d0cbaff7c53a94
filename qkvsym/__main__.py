"""Run the command line as ``python -m qkvsym``."""

from qkvsym.cli import main

main(prog_name="qkvsym")
