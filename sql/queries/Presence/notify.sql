-- Tells every server process, when the transaction commits. The payload is identifiers; the truth is in the tables.
-- $1 channel, $2 payload
-- Writes.
select pg_notify($1::text, $2::text)
