-- Serializes checks whether a user name is free, until the end of the transaction (keep_user_names_apart).
select pg_advisory_xact_lock(6517363, 0)
