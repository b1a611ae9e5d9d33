-- Ties the database to a secret, if it is tied to none.
-- $1 fingerprint
insert into server_secret (fingerprint) values ($1::bytea) on conflict (only_row) do nothing
