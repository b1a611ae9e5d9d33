-- The active session that has this token as its current or previous token, with its person.
-- No row: the token is unknown or no longer valid, the session has ended or expired, or the person has left.
-- :token_hash  SHA-256 of the token      :now
-- :used_since, :began_since  the session was last used, and began, at these instants or later
-- :privileged_used_since, :privileged_began_since  the same for HR and administrators
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       session.id as session_id, session.token_hash = :token_hash::bytea as is_current,
       session.previous_hash is not null and session.previous_until is null as awaits_first_use,
       session.rotated_at, session.used_at, session.expires_at, session.authenticated_at
  from sign_in_session as session join person on person.id = session.person_id
 where (session.token_hash = :token_hash::bytea
        or session.previous_hash = :token_hash::bytea and coalesce(session.previous_until > :now::timestamptz, true))
   and session.ended_at is null and session.used_at >= :used_since::timestamptz
   and session.began_at >= :began_since::timestamptz
   and (person.role not in ('hr', 'administrator')
        or session.used_at >= :privileged_used_since::timestamptz and session.began_at >= :privileged_began_since::timestamptz)
   and (session.expires_at is null or session.expires_at > :now::timestamptz)
   and person.left_at is null
