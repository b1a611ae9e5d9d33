-- All tags, those in use first, in the order of their places.
select tag.id, tag.uid, tag.office_id, office.name, tag.desk, tag.event, tag.key_number, tag.issued - date '1970-01-01',
       tag.made_at, tag.written_at, tag.retired_at, tag.why, successor.uid,
       signing_key.retired_at is not null
  from tag
  join office on office.id = tag.office_id
  left join tag as successor on successor.id = tag.replaced_by
  left join signing_key on signing_key.number = tag.key_number
 order by tag.retired_at is not null, office.name, tag.desk nulls last, tag.event, tag.retired_at desc, tag.id
