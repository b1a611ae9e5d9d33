-- A person's facts, in their order, without erased ones.
-- :person
select id, seq, type, content, person_id, author_id, reason, recorded_at, entry
  from hours_fact where person_id = :person::bigint and content is not null order by seq
