-- Stores taps of badges without an owner. A tap whose id is already stored is left unchanged. The message in the write-ahead
-- log makes the commit wait for a synchronous standby even if all taps are already stored: after a restart of the primary,
-- they may not have reached a standby.
-- All parameters are arrays of equal length.
-- :ids  :badge_hashes  :instants  of the taps      :reports  as received      :desks  :offices  names or null
-- :readers  :received_instants  :clients
with mark as (select pg_logical_emit_message(true, 'desktap', '') as position)
insert into unclaimed_tap (id, badge_hash, at, report, desk, office, reader_id, received_at, client)
select * from unnest(:ids::uuid[], :badge_hashes::bytea[], :instants::timestamptz[], :reports::text[], :desks::text[],
                     :offices::text[], :readers::bigint[], :received_instants::timestamptz[], :clients::text[])
 where (select position from mark) is not null
    on conflict (id) do nothing
