-- Serializes sign-ins of one identity until the end of the transaction, so that two first sign-ins do not create two
-- accounts.
-- :issuer  :subject
select pg_advisory_xact_lock(hashtextextended(:issuer::text || ' ' || :subject::text, 0))
