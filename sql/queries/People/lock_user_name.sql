-- Serializes checks whether a user name is free, until the end of the transaction.
-- :user_name  in any case
select pg_advisory_xact_lock(6517363, hashtext(lower(:user_name::text)))
