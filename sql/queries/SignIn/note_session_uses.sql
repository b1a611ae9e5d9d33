-- Notes when sessions were used last.
-- $1 sessions, bigint[], $2 instants, timestamptz[]
update sign_in_session as session set used_at = greatest(session.used_at, use.at)
  from unnest($1::bigint[], $2::timestamptz[]) as use (session, at)
 where session.id = use.session
