-- The number of a person's unused sign-in links, without those that a session of the person displays, and the latest expiry.
-- Always one row. until: null without links.
-- :person  :now
select count(*) as count, max(expires_at) as until from sign_in_link
 where person_id = :person::bigint and used_at is null and session_id is null and expires_at > :now::timestamptz
