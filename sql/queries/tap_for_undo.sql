-- Whose tap this is, when it came, and whether it was voided.
-- $1 id
select person_id, received_at,
       exists (select from correction where correction.target_id = event.id and correction.type = 'void')
  from event where id = $1::uuid and type = 'tap'
