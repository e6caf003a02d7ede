"""The soak: real processes that correct, replay and sweep many small clubs at once, and observers who look all the while.

`python -m tests.faults.soak ROLE NUMBER FOLDER` is one of them; `running.py` starts them on a site of their own and adds up their reports.
Replayers are killed in the middle of their work.
"""
