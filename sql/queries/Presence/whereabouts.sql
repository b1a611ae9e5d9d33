-- Colleagues of an office whose names hold a text, with where they are or were last.
-- $1 office, $2 text, $3 rank of an end, $4 at most, $5 whether those too who stay unnamed on the map
select person.id, person.user_name, person.display_name, presence.office_id, desk.floor, presence.desk,
       coalesce(presence.state, 'off'), presence.desk_since, presence.deadline, desk_claim.start_id is not null,
       presence.latest_at, person.is_private and office.allows_private, presence.latest_rank = $3::smallint
  from person
  join office on office.id = person.office_id
  left join presence on presence.person_id = person.id
  left join desk_claim on desk_claim.office_id = presence.office_id and desk_claim.desk = presence.desk
                      and desk_claim.start_id = presence.start_id
  left join desk on desk.office_id = presence.office_id and desk.id = presence.desk
 where person.office_id = $1::bigint and person.left_at is null
   and ($5::bool or not (person.is_private and office.allows_private))
   and position(lower($2::text) in lower(person.display_name)) > 0
 order by coalesce(presence.state, 'off') = 'off', person.display_name, person.id
 limit $4::int
