-- Notes when readers were here last.
-- $1 readers, bigint[], $2 instants, timestamptz[]
update reader set last_seen_at = greatest(reader.last_seen_at, seen.at)
  from unnest($1::bigint[], $2::timestamptz[]) as seen (reader, at)
 where reader.id = seen.reader
