-- Locks a request against other decisions until the end of the transaction. No row: the request is unknown.
-- :id
select id from correction_request where id = :id::uuid for update
