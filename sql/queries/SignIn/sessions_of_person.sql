-- A person's active sessions, the most recently used first, with the author of the sign-in link, if any.
-- :person  :used_since, :began_since  the sessions were last used, and began, at these instants or later      :now
-- :privileged_used_since, :privileged_began_since  the same for HR and administrators
select session.id, session.device, session.way, session.began_at, session.used_at,
       author.user_name as link_author_user, author.display_name as link_author_name
  from sign_in_session as session join person on person.id = session.person_id
  left join person as author on author.id = session.link_author_id
 where session.person_id = :person::bigint and session.ended_at is null and session.used_at >= :used_since::timestamptz
   and session.began_at >= :began_since::timestamptz
   and (person.role not in ('hr', 'administrator')
        or session.used_at >= :privileged_used_since::timestamptz and session.began_at >= :privileged_began_since::timestamptz)
   and (session.expires_at is null or session.expires_at > :now::timestamptz)
 order by session.used_at desc, session.id desc
