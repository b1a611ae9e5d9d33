-- A person's facts, in their order.
-- :person
select id, seq, type, content, person_id, author_id, reason, recorded_at, entry
  from hours_fact where person_id = :person::bigint order by seq
