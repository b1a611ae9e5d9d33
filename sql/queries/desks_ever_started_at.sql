-- The names of all desks that an event or an amendment names.
select distinct desk from event_place where desk is not null
union
select distinct desk from correction_place where desk is not null
