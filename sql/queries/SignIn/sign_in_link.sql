-- Whose link this is, where it is still good. A link that a session showed ends with the session.
-- $1 SHA-256 of its token, $2 now
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from sign_in_link join person on person.id = sign_in_link.person_id
  left join sign_in_session as session on session.id = sign_in_link.session_id
 where sign_in_link.token_hash = $1::bytea and sign_in_link.used_at is null and sign_in_link.expires_at > $2::timestamptz
   and person.left_at is null and session.ended_at is null and coalesce(session.expires_at > $2::timestamptz, true)
