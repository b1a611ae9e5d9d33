-- Whose tap this is and when it came.
-- $1 id
select person_id, received_at from event where id = $1::uuid and type = 'tap'
