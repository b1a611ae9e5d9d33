-- Where these people are, or were last.
-- $1 people, bigint[], $2 rank of an end
select person.id, person.user_name, person.display_name, presence.office_id, desk.floor, presence.desk,
       coalesce(presence.state, 'off'), presence.desk_since, presence.deadline, desk_claim.start_id is not null,
       presence.latest_at, person.is_private and office.allows_private, presence.latest_rank = $2::smallint
  from person
  join office on office.id = person.office_id
  left join presence on presence.person_id = person.id
  left join desk_claim on desk_claim.office_id = presence.office_id and desk_claim.desk = presence.desk
                      and desk_claim.start_id = presence.start_id
  left join desk on desk.office_id = presence.office_id and desk.id = presence.desk
 where person.id = any($1::bigint[])
