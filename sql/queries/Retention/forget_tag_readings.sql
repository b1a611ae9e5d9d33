-- Deletes used readings of before an instant. Of each set of keys the highest of them stays, without its time, so that no lower reading
-- can be used any more.
-- :before
with highest as (
    select uid, generation, max(counter) as counter from tag_reading
     where received_at is null or received_at < :before::timestamptz
     group by uid, generation
),
kept as (
    update tag_reading set received_at = null from highest
     where tag_reading.uid = highest.uid and tag_reading.generation = highest.generation
       and tag_reading.counter = highest.counter and tag_reading.received_at is not null
)
delete from tag_reading using highest
 where tag_reading.uid = highest.uid and tag_reading.generation = highest.generation
   and tag_reading.counter < highest.counter
