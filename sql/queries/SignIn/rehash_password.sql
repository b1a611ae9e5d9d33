-- Replaces the hash of a password with a new hash of the same password, unless the password was changed meanwhile.
-- :new_hash  :person  :hash  the current hash
update local_password set hash = :new_hash::text where person_id = :person::bigint and hash = :hash::text
