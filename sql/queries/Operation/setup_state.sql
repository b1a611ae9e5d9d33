-- What a company has set up so far. Always one row.
-- :used_since, :began_since  an active session was last used, and began, at these instants or later      :now
select (select count(*) from floor) as floors,
       (select count(*) from desk where out_of_service is null) as desks,
       (select count(*) from person where left_at is null) as people,
       (select count(*) from person where left_at is null
           and exists (select from sign_in_session
                        where person_id = person.id and ended_at is null and used_at >= :used_since::timestamptz
                          and began_at >= :began_since::timestamptz
                          and (expires_at is null or expires_at > :now::timestamptz))) as signed_in,
       (select count(*) from person where left_at is null
           and exists (select from sign_in_link
                        where person_id = person.id and used_at is null and session_id is null
                          and expires_at > :now::timestamptz)
           and not exists (select from sign_in_session
                            where person_id = person.id and ended_at is null and used_at >= :used_since::timestamptz
                              and began_at >= :began_since::timestamptz
                              and (expires_at is null or expires_at > :now::timestamptz))) as invited,
       exists (select from tag where retired_at is null) as has_tag,
       exists (select from event) as has_tap
