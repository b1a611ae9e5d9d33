-- A new provisioner.
-- $1 name, $2 SHA-256 of its key, $3 office, $4 now
insert into provisioner (name, key_hash, office_id, created_at) values ($1::text, $2::bytea, $3::bigint, $4::timestamptz)
