-- The current or last place of these people, in no order. Unknown people are left out.
-- :people   :end_rank  the rank of an end in the order of taps
select person.id, person.user_name, person.display_name, presence.office_id, desk.floor, presence.desk,
       coalesce(presence.state, 'off') as state, presence.desk_since, presence.deadline,
       desk_claim.start_id is not null as holds_desk, presence.latest_at,
       person.is_private and office.allows_private as is_private, presence.latest_rank = :end_rank::smallint as has_ended
  from person
  join office on office.id = person.office_id
  left join presence on presence.person_id = person.id
  left join desk_claim on desk_claim.office_id = presence.office_id and desk_claim.desk = presence.desk
                      and desk_claim.start_id = presence.start_id
  left join desk on desk.office_id = presence.office_id and desk.id = presence.desk
 where person.id = any(:people::bigint[])
