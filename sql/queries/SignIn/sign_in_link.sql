-- The person whom a valid sign-in link signs in. A link that a session displays is valid only while the
-- session is active.
-- No row: the link is unknown, used or expired, its session has ended, or the person has left.
-- :token_hash  SHA-256 of the link's token      :now
-- :began_since, :privileged_began_since  sessions that began earlier have ended; for HR and administrators
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person)
  from sign_in_link join person on person.id = sign_in_link.person_id
  left join sign_in_session as session on session.id = sign_in_link.session_id
 where sign_in_link.token_hash = :token_hash::bytea and sign_in_link.used_at is null
   and sign_in_link.expires_at > :now::timestamptz and person.left_at is null
   and session.ended_at is null and coalesce(session.expires_at > :now::timestamptz, true)
   and coalesce(session.began_at > case when person.role in ('hr', 'administrator')
                                        then :privileged_began_since::timestamptz else :began_since::timestamptz end, true)
