-- reads cookie_key while servers go on
-- The existing key has one of these lengths.
alter table cookie_key validate constraint cookie_key_key_check;
