-- The number of quarantined taps about which HR has not decided: those of quarantined_events.
-- :offices  of the people, not of the taps; null: all   :except  a person whose taps are left out; null: none
-- :limit  the largest number that is counted; null: all
select count(*) as quarantined from (
    select from event
     where event.quarantine is not null
       and event.person_id is distinct from :except::bigint
       and (:offices::bigint[] is null
            or exists (select from person where person.id = event.person_id and person.office_id = any(:offices::bigint[])))
       and not exists (select from correction
                        where correction.target_id = event.id and (type in ('void', 'restore') or new_at is not null))
     limit :limit::bigint) as held
