-- Ends one session of a person.
-- No row: the person has no such session, or it has ended.
-- :session  :person  :now
update sign_in_session set ended_at = :now::timestamptz
 where id = :session::bigint and person_id = :person::bigint and ended_at is null
returning device
