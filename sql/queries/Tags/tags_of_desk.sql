-- The tags of a desk, those in use first, and when each was tapped there at last, as far as places are kept.
-- $1 office, $2 desk
select tag.id, tag.uid, tag.office_id, office.name, tag.desk, tag.event, tag.key_number, tag.issued - date '1970-01-01',
       tag.made_at, tag.written_at, tag.retired_at, tag.why, successor.uid,
       signing_key.retired_at is not null,
       (select max(event_place.event_at) from event_place
         where event_place.desk = tag.desk and event_place.event_office_id = tag.office_id
           and event_place.tag_uid = tag.uid),
       tag.word is not null as has_word
  from tag
  join office on office.id = tag.office_id
  left join tag as successor on successor.id = tag.replaced_by
  left join signing_key on signing_key.number = tag.key_number
 where tag.office_id = $1::bigint and tag.desk = $2::text
 order by tag.retired_at is not null, tag.event, tag.retired_at desc, tag.id
