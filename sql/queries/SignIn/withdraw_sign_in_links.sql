-- Withdraws a person's unused sign-in links, without those that a session of the person displays.
-- :now  :person
update sign_in_link set used_at = :now::timestamptz
 where person_id = :person::bigint and used_at is null and session_id is null and expires_at > :now::timestamptz
returning person_id
