"""Reading what a learner wrote: characters to tokens, tokens to statements.

Nothing here is evaluated and nothing is looked up outside the names of the exercise. A line is
read wholly or refused with the reason and the place (`Unreadable`); it is never guessed at in
silence: what had to be guessed is returned as a note.
"""
