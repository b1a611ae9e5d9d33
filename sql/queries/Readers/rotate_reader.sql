-- Gives a reader another key. The one it has stays good until then; one before that does not.
-- $1 name, $2 SHA-256 of the new key, $3 until when the old one is good
update reader set previous_hash = key_hash, previous_until = $3::timestamptz, key_hash = $2::bytea
 where name = $1::text and revoked_at is null
returning id
