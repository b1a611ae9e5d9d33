-- Records when sessions were last used. An earlier instant than the stored one changes nothing.
-- :sessions and :instants  of equal length
update sign_in_session as session set used_at = greatest(session.used_at, use.at)
  from unnest(:sessions::bigint[], :instants::timestamptz[]) as use (session, at)
 where session.id = use.session
