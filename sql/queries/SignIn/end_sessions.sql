-- Ends all sessions of a person except :kept, and invalidates the person's unused sign-in links.
-- :person  :now  :kept  a session, or null
with links as (
    update sign_in_link set used_at = :now::timestamptz where person_id = :person::bigint and used_at is null
)
update sign_in_session set ended_at = :now::timestamptz
 where person_id = :person::bigint and id is distinct from :kept::bigint and ended_at is null
returning id
