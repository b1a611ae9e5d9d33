-- The number of one person's open requests for another person's record.
-- :asker   :person  whose record
select count(*) as open from correction_request
 where person_id = :person::bigint and asker_id = :asker::bigint and state = 'open'
