-- A tap's person, arrival, instant and whether it is voided. No row: the id is unknown or is not that of a tap.
-- :id
select person_id, received_at,
       exists (select from correction where correction.target_id = event.id and correction.type = 'void') as is_voided, at
  from event where id = :id::uuid and type = 'tap'
