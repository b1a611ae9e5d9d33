-- The presence of these people, with or without an open session, in no order. Unknown people are left out.
-- :people
select person.id, person.user_name, person.display_name, presence.office_id, desk.floor, presence.desk, presence.state,
       presence.desk_since, presence.deadline, desk_claim.start_id is not null as holds_desk,
       presence.latest_at, person.is_private and office.allows_private as is_private
  from presence
  join person on person.id = presence.person_id
  left join office on office.id = presence.office_id
  left join desk_claim on desk_claim.office_id = presence.office_id and desk_claim.desk = presence.desk
                      and desk_claim.start_id = presence.start_id
  left join desk on desk.office_id = presence.office_id and desk.id = presence.desk
 where presence.person_id = any(:people::bigint[])
