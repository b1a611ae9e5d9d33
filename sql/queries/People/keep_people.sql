-- Lets nothing delete these people or change their user names until the transaction ends.
-- :people
select id from person where id = any(:people::bigint[]) order by id for key share
