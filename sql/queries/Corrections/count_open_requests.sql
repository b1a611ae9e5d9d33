-- How many requests of one person in one record are open.
-- $1 who asks, $2 for whom
select count(*) as open from correction_request
 where person_id = $2::bigint and asker_id = $1::bigint and state = 'open'
