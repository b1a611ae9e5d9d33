-- The session that has a token, its own or the one before, with the person whose it is.
-- $1 SHA-256 of the token, $2 now, $3 used at this instant or later, $4 begun at this instant or later
select person.id, person.user_name, person.display_name, person.role, person.office_id,
       session.id as session_id, session.token_hash = $1::bytea as is_current,
       session.previous_hash is not null and session.previous_until is null as awaits_first_use,
       session.rotated_at, session.used_at, session.expires_at, session.authenticated_at
  from sign_in_session as session join person on person.id = session.person_id
 where (session.token_hash = $1::bytea
        or session.previous_hash = $1::bytea and coalesce(session.previous_until > $2::timestamptz, true))
   and session.ended_at is null and session.used_at >= $3::timestamptz and session.began_at >= $4::timestamptz
   and (session.expires_at is null or session.expires_at > $2::timestamptz)
   and person.left_at is null
