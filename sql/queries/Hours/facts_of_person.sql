-- A person's facts that are not erased, in their order.
-- :person
select id, seq, type, content, person_id, author_id, reason, recorded_at, entry
  from hours_fact where person_id = :person::bigint and content is not null order by seq
