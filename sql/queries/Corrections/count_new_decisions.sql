-- The number of decisions on a person's requests (new_decisions.sql) and of corrections in the person's record
-- (new_corrections.sql) that the person has not seen yet. The decisions on a whole day count once.
-- :person   :since  decisions and corrections until this instant are left out
with unseen as materialized (
    select greatest(:since::timestamptz, (select seen_at from seen_decisions where person_id = :person::bigint)) as since
),
recent as materialized (
    -- All columns are in the index event_by_person, so that the person's other records are not read.
    select seq from log_record
     where person_id = :person::bigint and type in ('add', 'amend', 'void', 'restore')
       and received_at > (select since from unseen)
)
select (select count(*) from correction_request
         where asker_id = :person::bigint and state in ('approved', 'refused') and decided_at > (select since from unseen)
           and not follows_first_of_day(id, (select since from unseen)))
     + (select count(*) from recent join log_record as record on record.seq = recent.seq
         where record.author_id <> :person::bigint
           and not exists (select from correction_request where record_id = record.id and asker_id = :person::bigint))
       as decisions
