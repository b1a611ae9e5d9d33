-- Records when readers last sent a request, and how far their clocks were ahead of the server's clock.
-- :readers, :instants, :clocks_ahead  of equal length; :clocks_ahead in seconds, a null keeps the stored value
update reader set last_seen_at = greatest(reader.last_seen_at, seen.at),
                  clock_ahead_s = coalesce(seen.clock_ahead, reader.clock_ahead_s)
  from unnest(:readers::bigint[], :instants::timestamptz[], :clocks_ahead::bigint[]) as seen (reader, at, clock_ahead)
 where reader.id = seen.reader
