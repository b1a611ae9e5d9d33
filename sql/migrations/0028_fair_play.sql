-- Where offices are, and what else can be odd about a tap than its tag. It counts all the same, and nobody is told that they did
-- anything: somebody looks at it.

alter table office
    add column latitude  double precision check (latitude between -90 and 90),       -- degrees north
    add column longitude double precision check (longitude between -180 and 180),    -- degrees east
    add check ((latitude is null) = (longitude is null));

alter table event_place
    drop constraint event_place_flag_check,
    add constraint event_place_flag_check check (
        flag in ('tag_copied', 'tag_retired', 'tag_unknown', 'tag_mismatch', 'two_offices', 'two_networks'));
