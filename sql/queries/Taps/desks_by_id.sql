-- Part of the takeover rule: see DeskMap in Attendance.
-- The desks with these ids in all offices, each with the latest start there. is_held: whether that session is still open;
-- deadline: until when it is valid, null: without end.
-- The lateral subqueries look up each desk by index: a join planned for any number of desks would read all claims.
-- :desks  ids
select desk.office_id, desk.id, claim.person_id, claim.start_id, claim.start_at, session.start_id is not null as is_held,
       session.deadline
  from desk
  left join lateral (
       select person_id, start_id, start_at from desk_claim
        where desk_claim.office_id = desk.office_id and desk_claim.desk = desk.id limit 1) as claim on true
  left join lateral (
       select start_id, deadline from presence
        where presence.person_id = claim.person_id and presence.start_id = claim.start_id limit 1) as session on true
 where desk.id = any(:desks::text[])
