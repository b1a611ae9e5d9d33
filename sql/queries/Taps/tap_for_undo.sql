-- Whose tap this is, when it came, whether it was voided, and when it says it was.
-- $1 id
select person_id, received_at,
       exists (select from correction where correction.target_id = event.id and correction.type = 'void'), at
  from event where id = $1::uuid and type = 'tap'
