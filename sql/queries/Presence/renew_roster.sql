-- Increments the version of the roster. Server processes then read people, desks and offices again.
update log_head set roster = roster + 1
