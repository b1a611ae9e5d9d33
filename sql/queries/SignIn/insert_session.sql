-- Starts a session of a current employee, and deletes the person's old sessions.
-- No row: the person has left.
-- :person  :token_hash  SHA-256 of the session's token      :device  :way  link, password or provider      :now
-- :ended_before, :used_before  sessions that ended, or were last used, before these instants are deleted
-- :issuer or null  :provider_session  the provider's name for its session, or null
-- :expires_at  or null: the session ends by inactivity and age only      :link_author  author of the sign-in link, or null
-- :authenticated_at  when the person last authenticated
with forgotten as (
    delete from sign_in_session
     where person_id = :person::bigint and (ended_at < :ended_before::timestamptz or used_at < :used_before::timestamptz)
)
insert into sign_in_session (person_id, token_hash, device, way, began_at, used_at, rotated_at, issuer, provider_session,
                             expires_at, link_author_id, authenticated_at)
select id, :token_hash::bytea, :device::text, :way::text, :now::timestamptz, :now::timestamptz, :now::timestamptz,
       :issuer::text, :provider_session::text, :expires_at::timestamptz, :link_author::bigint, :authenticated_at::timestamptz
  from person where id = :person::bigint and left_at is null
returning id
