-- Binds the database to the servers' secret. Changes nothing if it is bound already.
-- :fingerprint
insert into server_secret (fingerprint) values (:fingerprint::bytea) on conflict (only_row) do nothing
