-- Notifies all server processes when the transaction commits. The payload is a number; receivers read the log.
-- :channel   :payload
-- Writes.
select pg_notify(:channel::text, :payload::text)
