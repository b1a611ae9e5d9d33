-- locks office for a moment
-- Whether the result of a clock-out shows how much of the day was owed, to people whose own office this is.
alter table office add column shows_day_target bool not null default false;
