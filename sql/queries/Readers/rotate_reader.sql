-- Gives a reader a new key. Its current key stays valid until :previous_until; an older key stops working at once.
-- No row: the reader is unknown or revoked.
-- :previous_until  :key_hash  SHA-256 of the new key      :name
update reader set previous_hash = key_hash, previous_until = :previous_until::timestamptz, key_hash = :key_hash::bytea
 where name = :name::text and revoked_at is null
returning id
