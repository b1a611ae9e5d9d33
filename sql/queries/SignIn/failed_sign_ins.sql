-- The wrong passwords for a person: their number since an instant (of whole days), and the latest.
-- No row: there are none.
-- :person      :since
select sum(count)::bigint as count, max(last_at) as last_at
  from failed_sign_in where person_id = :person::bigint and last_at >= :since::timestamptz having count(*) > 0
