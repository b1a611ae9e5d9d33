-- Lets one sign-in of somebody of a provider go at a time: two first ones must not make two accounts.
-- $1 issuer, $2 subject
select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 0))
