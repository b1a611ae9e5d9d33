-- Makes whoever remembers people and desks read them again.
update log_head set roster = roster + 1
