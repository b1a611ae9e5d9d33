-- Lets one at a time decide whether a user name is free, however it is written.
-- $1 user name
select pg_advisory_xact_lock(6517363, hashtext(lower($1::text)))
