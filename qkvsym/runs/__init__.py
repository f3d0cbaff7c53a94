"""Runs: many sheets from one command, in order, each whole or not there.

    plan -> tasks -> workers -> outcomes in order -> distinct -> files and a row of the manifest

Workers draw and render; the one that asked takes what they made in the order of the plan, has
sheets made anew whose numbers were met before, and writes. So who made a sheet shows nowhere.
"""
