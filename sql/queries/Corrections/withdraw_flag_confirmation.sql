-- Takes a confirmation of a person's day back. No row: the person has none with this id, or it was taken back.
-- :id   :person   :author   :now
update flag_confirmation set withdrawn_by_id = :author::bigint, withdrawn_at = :now::timestamptz
 where id = :id::uuid and person_id = :person::bigint and withdrawn_at is null
returning day
