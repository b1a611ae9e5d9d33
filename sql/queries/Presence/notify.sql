-- Notifies all server processes when the transaction commits. The payload contains only ids; receivers read the tables.
-- :channel   :payload
-- Writes.
select pg_notify(:channel::text, :payload::text)
