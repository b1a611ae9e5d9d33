-- Adds a provisioner.
-- :name  :key_hash  SHA-256 of the key      :office  :now
insert into provisioner (name, key_hash, office_id, created_at)
values (:name::text, :key_hash::bytea, :office::bigint, :now::timestamptz)
