-- The people whose record before an instant may be changed by some records of the log, and whether an erasure is among these
-- records (then without a person). Every correction counts, because its target can be of any time.
-- :after  the number of the last record before them   :head  of the last one   :to  the instant
select distinct person_id, type = 'erase' as is_erasure
  from log_record
 where seq > :after::bigint and seq <= :head::bigint and (type = 'erase' or target_id is not null or at < :to::timestamptz)
