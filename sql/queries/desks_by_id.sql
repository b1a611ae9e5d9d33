-- Desks of these names in every office, with the latest start at each, and whether the session of whoever made it is open
-- and until when (null: for ever).
-- $1 desk ids, text[]
select desk.office_id, desk.id, desk_claim.person_id, desk_claim.start_id, desk_claim.start_at,
       presence.start_id is not null as is_held, presence.deadline
  from desk
  left join desk_claim on desk_claim.office_id = desk.office_id and desk_claim.desk = desk.id
  left join presence on presence.person_id = desk_claim.person_id and presence.start_id = desk_claim.start_id
 where desk.id = any($1::text[])
