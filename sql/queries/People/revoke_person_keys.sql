-- Revokes all API keys of a person.
-- No row: the person has no valid key.
-- :now  :person
update person_key set revoked_at = :now::timestamptz where person_id = :person::bigint and revoked_at is null returning id
