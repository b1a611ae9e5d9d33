-- Consumes a sign-in link. Returns the person, the link's author, and the origin of the session that displayed the link.
-- No row: the link is unknown, used or expired, its session has ended, or the person has left.
-- :now  :token_hash  SHA-256 of the link's token
with used as (
    update sign_in_link set used_at = :now::timestamptz
     where token_hash = :token_hash::bytea and used_at is null and expires_at > :now::timestamptz
    returning person_id, author_id, session_id
)
select person.id, person.user_name, person.display_name, person.role, person.office_id,
       used.author_id, session.issuer, session.provider_session, session.expires_at, session.authenticated_at
  from used join person on person.id = used.person_id
  left join sign_in_session as session on session.id = used.session_id
 where person.left_at is null and session.ended_at is null and coalesce(session.expires_at > :now::timestamptz, true)
