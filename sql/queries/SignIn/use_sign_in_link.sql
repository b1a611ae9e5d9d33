-- Uses a link up; no row where it was used, has expired or never was, where the person has left, or where the session that showed
-- it is over. With the person, who made the link and what the session that showed it comes from.
-- $1 SHA-256 of its token, $2 now
with used as (
    update sign_in_link set used_at = $2::timestamptz
     where token_hash = $1::bytea and used_at is null and expires_at > $2::timestamptz
    returning person_id, author_id, session_id
)
select person.id, person.user_name, person.display_name, person.role, person.office_id,
       used.author_id, session.issuer, session.provider_session, session.expires_at, session.authenticated_at
  from used join person on person.id = used.person_id
  left join sign_in_session as session on session.id = used.session_id
 where person.left_at is null and session.ended_at is null and coalesce(session.expires_at > $2::timestamptz, true)
