-- Lets nobody else decide a request meanwhile.
-- $1 id
select id from correction_request where id = $1::uuid for update
