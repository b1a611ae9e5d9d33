-- The tags of a desk, those in use first. issued_day counts days since 1970-01-01.
-- last_use_at: the latest tap of the tag at this desk (null: none, or its location data is deleted).
-- master_key: of a tag that signs its address (null: it does not).
-- :office      :desk
select tag.id, tag.uid, tag.office_id, office.name as office_name, tag.desk, tag.event, tag.key_number,
       tag.issued - date '1970-01-01' as issued_day, tag.made_at, tag.written_at, tag.retired_at, tag.why,
       successor.uid as successor_uid, coalesce(signing_key.retired_at, master.retired_at) is not null as is_key_retired,
       (select max(place.at) from log_place as place
         where place.desk = tag.desk and place.office_id = tag.office_id and place.tag_uid = tag.uid) as last_use_at,
       tag.word is not null as has_word, master.number as master_key
  from tag
  join office on office.id = tag.office_id
  left join tag as successor on successor.id = tag.replaced_by
  left join signing_key on signing_key.number = tag.key_number
  left join lateral (
        select master.number, master.retired_at
          from tag_key join tag_master_key as master on master.number = tag_key.master
         where tag_key.uid = tag.uid and tag_key.made_at >= tag.made_at
           and tag_key.confirmed_at <= coalesce(tag.retired_at, 'infinity')
         order by tag_key.generation desc limit 1) as master on true
 where tag.office_id = :office::bigint and tag.desk = :desk::text
 order by tag.retired_at is not null, tag.event, tag.retired_at desc, tag.id
