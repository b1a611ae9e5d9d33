-- Records when readers last sent a request, and what they said about themselves.
-- :readers, :instants, :clocks_ahead, :waiting_taps  of equal length
-- :clocks_ahead  seconds that their clocks were ahead of the server's; a null keeps the stored value
-- :waiting_taps  in their queues; a null keeps the stored value
update reader set last_seen_at = greatest(reader.last_seen_at, seen.at),
                  clock_ahead_s = coalesce(seen.clock_ahead, reader.clock_ahead_s),
                  waiting_taps = coalesce(seen.waiting_taps, reader.waiting_taps)
  from unnest(:readers::bigint[], :instants::timestamptz[], :clocks_ahead::bigint[], :waiting_taps::bigint[])
       as seen (reader, at, clock_ahead, waiting_taps)
 where reader.id = seen.reader
