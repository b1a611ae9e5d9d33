-- The current people of an office whose display name contains a text, in any case, with their current or last place.
-- People with an open session come first, then by display name.
-- :office   :text   :end_rank  the rank of an end in the order of taps   :limit
-- :with_private  includes people whose name the map hides
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
 where person.office_id = :office::bigint and person.left_at is null
   and (:with_private::bool or not (person.is_private and office.allows_private))
   and position(lower(:text::text) in lower(person.display_name)) > 0
 order by coalesce(presence.state, 'off') = 'off', person.display_name, person.id
 limit :limit::int
