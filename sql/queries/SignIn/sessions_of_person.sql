-- Where somebody is signed in, the latest used first.
-- $1 person, $2 used at this instant or later, $3 begun at this instant or later, $4 now
select session.id, session.device, session.way, session.began_at, session.used_at, session.expires_at,
       author.user_name as link_author_user, author.display_name as link_author_name
  from sign_in_session as session left join person as author on author.id = session.link_author_id
 where session.person_id = $1::bigint and session.ended_at is null and session.used_at >= $2::timestamptz
   and session.began_at >= $3::timestamptz and (session.expires_at is null or session.expires_at > $4::timestamptz)
 order by session.used_at desc, session.id desc
