-- The number of one person's open requests for another person's record. Those of a whole day count once.
-- :asker   :person  whose record
select count(*) as open from correction_request
 where person_id = :person::bigint and asker_id = :asker::bigint and state = 'open'
   and not follows_first_of_day(id, null)
