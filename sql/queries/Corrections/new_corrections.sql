-- Another person's corrections and additions in a person's record that the person has not seen yet, latest first. Those that the
-- person requested are left out, because the decision on the request is new then (new_decisions.sql).
-- :person   :since  corrections until this instant are left out   :limit
with recent as materialized (
    -- All columns are in the index event_by_person, so that the person's other records are not read.
    select seq from log_record
     where person_id = :person::bigint and type in ('add', 'amend', 'void', 'restore')
       and received_at > greatest(:since::timestamptz, (select seen_at from seen_decisions where person_id = :person::bigint))
)
select coalesce(record.target_id, record.id) as event_id, author.display_name as author, record.reason, record.received_at
  from recent
  join log_record as record on record.seq = recent.seq
  join person as author on author.id = record.author_id
 where record.author_id <> :person::bigint
   and not exists (select from correction_request where record_id = record.id and asker_id = :person::bigint)
 order by record.received_at desc, record.seq desc limit :limit::bigint
