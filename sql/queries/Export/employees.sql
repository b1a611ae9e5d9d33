-- The people who had not left at an instant and whose names the ledger has up to a record.
-- :as_of      :head  number of the record
select id from person
 where (left_at is null or left_at > :as_of::timestamptz)
   and exists (select from ledger_fact where subject = 'person' and subject_id = person.id and seq <= :head::bigint)
