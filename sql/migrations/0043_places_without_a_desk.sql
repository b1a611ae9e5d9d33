-- locks logged_event for a moment
-- An added start can be away from a desk: its place names no desk. The place of an erased one is gone, so its desk is not known.

create or replace view logged_event as
select event.person_id, event.id, event.type, event.kind, event.at, event.office_id, event.received_at, event.quarantine,
       place.desk, place.seq is not null as has_place
  from event left join log_place as place on place.seq = event.seq;
