-- Stores taps of badges without an owner. A tap whose id is already stored is left unchanged. The message in the write-ahead
-- log makes the commit wait for a synchronous standby even if all taps are already stored: after a restart of the primary,
-- they may not have reached a standby.
-- All parameters are arrays of equal length.
-- :ids  :badge_hashes  :kinds  of the taps      :instants, :sent_instants  tap times, and their texts as sent
-- :desks, :sent_desks  desks or null, and their texts as sent      :offices  names      :readers
-- :received_instants  :clients
with mark as (select pg_logical_emit_message(true, 'desktap', '') as position)
insert into unclaimed_tap (id, badge_hash, kind, at, at_sent, desk, desk_sent, office, reader_id, received_at, client)
select * from unnest(:ids::uuid[], :badge_hashes::bytea[], :kinds::text[], :instants::timestamptz[], :sent_instants::text[],
                     :desks::text[], :sent_desks::text[], :offices::text[], :readers::bigint[],
                     :received_instants::timestamptz[], :clients::text[])
 where (select position from mark) is not null
    on conflict (id) do nothing
