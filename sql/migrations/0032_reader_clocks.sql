-- How far readers' clocks are off.

alter table reader
    add column clock_ahead_s bigint;  -- seconds ahead of the server's at its last list; below zero: behind. Null: not known
