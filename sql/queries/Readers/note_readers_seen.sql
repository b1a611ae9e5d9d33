-- Notes when readers were here last, and how far their clocks were ahead of the server's then.
-- $1 readers, bigint[], $2 instants, timestamptz[], $3 seconds, bigint[]; null leaves what is known
update reader set last_seen_at = greatest(reader.last_seen_at, seen.at),
                  clock_ahead_s = coalesce(seen.clock_ahead, reader.clock_ahead_s)
  from unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as seen (reader, at, clock_ahead)
 where reader.id = seen.reader
