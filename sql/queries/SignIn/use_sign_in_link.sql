-- Consumes a sign-in link. Returns the person, the link's author, and the origin of the session that displayed the link. The new
-- session ends no later than that one does by its age.
-- No row: the link is unknown, used or expired, its session has ended, or the person has left.
-- :now  :token_hash  SHA-256 of the link's token
-- :began_since, :privileged_began_since  sessions that began earlier have ended; for HR and administrators
with used as (
    update sign_in_link set used_at = :now::timestamptz
     where token_hash = :token_hash::bytea and used_at is null and expires_at > :now::timestamptz
    returning person_id, author_id, session_id
)
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       used.author_id, session.issuer, session.provider_session, session.authenticated_at, ending.at as expires_at
  from used join person on person.id = used.person_id
  left join sign_in_session as session on session.id = used.session_id
 cross join lateral (
     select least(session.expires_at,
                  :now::timestamptz + (session.began_at - case when person.role in ('hr', 'administrator')
                                                               then :privileged_began_since::timestamptz
                                                               else :began_since::timestamptz end)) as at
 ) as ending
 where person.left_at is null and session.ended_at is null and coalesce(ending.at > :now::timestamptz, true)
