-- Current and former employees who match all filters, in the order of names, with team, the last use of an active session, the expiry of
-- their open sign-in link, and whether they have ever signed in.
-- :name  words, each a part of a name, reading or personnel number (name_patterns), or null      :office, :team, :role  or null
-- :has_left  null: current and former employees
-- :people  ids, or null: everybody      :now
-- :used_since, :began_since  an active session was last used, and began, at these instants or later
-- :state  new: never signed in, no link; invited: a link, not signed in; signed_in; signed_out: signed in earlier, no link;
-- null: all      :limit  :offset
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       office.name as office_name,
       team.id as team_id, team.name as team_name, person.left_at, person.personnel_number,
       person.email, person.reading, person.first_day - date '1970-01-01' as first_day,
       person.last_day - date '1970-01-01' as last_day,
       session.used_at as signed_in_at, link.expires_at as link_until, history.has_signed_in
  from person join office on office.id = person.office_id left join team on team.id = person.team_id
  left join (select person_id, max(used_at) as used_at from sign_in_session
              where (:people::bigint[] is null or person_id = any (:people::bigint[]))
                and ended_at is null and used_at >= :used_since::timestamptz and began_at >= :began_since::timestamptz
                and (expires_at is null or expires_at > :now::timestamptz) group by person_id) as session
         on session.person_id = person.id
  left join (select person_id, max(expires_at) as expires_at from sign_in_link
              where (:people::bigint[] is null or person_id = any (:people::bigint[]))
                and used_at is null and session_id is null and expires_at > :now::timestamptz group by person_id) as link
         on link.person_id = person.id
 cross join lateral (
     select exists (select from sign_in_session where person_id = person.id)
            or exists (select from admin_log where person_id = person.id and field = 'link_used') as has_signed_in
 ) as history
 where (:has_left::bool is null or (person.left_at is not null) = :has_left::bool)
   and (:role::text is null or person.role = :role::text)
   and (:name::text is null or plain_name(concat_ws(' ', person.display_name, person.user_name, person.reading, person.personnel_number))
            like all ((select name_patterns(:name::text))::text[]))
   and (:office::bigint is null or person.office_id = :office::bigint)
   and (:team::bigint is null or person.team_id = :team::bigint)
   and (:people::bigint[] is null or person.id = any (:people::bigint[]))
   and (:state::text is null
        or :state::text = case when session.used_at is not null then 'signed_in' when link.expires_at is not null then 'invited'
                               when history.has_signed_in then 'signed_out' else 'new' end)
 order by coalesce(person.reading, person.display_name), person.id limit :limit::bigint offset :offset::bigint
