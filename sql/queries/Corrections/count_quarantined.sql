-- The number of quarantined taps about which HR has not decided: those of quarantined_events.
select count(*) as quarantined
  from event
 where event.quarantine is not null
   and not exists (select from correction
                    where correction.target_id = event.id and (type in ('void', 'restore') or new_at is not null))
