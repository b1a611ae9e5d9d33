-- For each of some readings of tags, the used one with the same or the next higher counter. A reading without one is left out.
-- Arrays, one element per reading: :uids bytea[]   :generations bigint[]   :counters bigint[]
select reading.uid, reading.generation, used.counter, used.received_at
  from unnest(:uids::bytea[], :generations::bigint[], :counters::bigint[]) as reading (uid, generation, counter)
 cross join lateral (select counter, received_at from tag_reading
                      where uid = reading.uid and generation = reading.generation and counter >= reading.counter
                      order by counter limit 1) as used
