-- When the oldest sign-in link was used or expired, and when the oldest session that is over ended. Null: there is none. One row.
-- :now      :used_before  sessions that were last used before this instant are over
select (select min(coalesce(used_at, expires_at)) from sign_in_link where coalesce(used_at, expires_at) <= :now::timestamptz)
           as link_at,
       (select min(least(ended_at, case when used_at < :used_before::timestamptz
                                        then used_at + (:now::timestamptz - :used_before::timestamptz) end))
          from sign_in_session)
           as session_at
