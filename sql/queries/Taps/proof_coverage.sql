-- What an office has for the proof of a start.
-- readers: those in use by its people      tag_readers: without those that read only badges
-- people: who work there      people_with_badge: those of them who have one
-- desks: not out of service. Of them, those with a tag in use for a start that is registered, that also has a certificate or
-- signs its address (certified), or that signs its address (signing).
-- :office      :desk  only this desk, or null: all
with usable_reader as (
    select reader.scope
      from reader left join person on person.id = reader.person_id
     where reader.revoked_at is null
       and coalesce(reader.office_id, person.office_id, :office::bigint) = :office::bigint
),
start_tag as (
    select tag.desk, tag.certificate is not null and signing_key.retired_at is null as is_certified,
           exists (select from tag_key join tag_master_key as master on master.number = tag_key.master
                    where tag_key.uid = tag.uid and tag_key.made_at >= tag.made_at and master.retired_at is null) as is_signing
      from tag left join signing_key on signing_key.number = tag.key_number
     where tag.office_id = :office::bigint and tag.event = 'start' and tag.retired_at is null
),
tagged_desk as (
    select desk, bool_or(is_certified or is_signing) as is_certified, bool_or(is_signing) as is_signing
      from start_tag group by desk
)
select (select count(*) from usable_reader) as readers,
       (select count(*) from usable_reader where scope <> 'badges') as tag_readers,
       (select count(*) from person where left_at is null and office_id = :office::bigint) as people,
       (select count(distinct person.id) from badge join person on person.id = badge.person_id
         where badge.removed_at is null and person.left_at is null and person.office_id = :office::bigint) as people_with_badge,
       count(*) as desks, count(tagged_desk.desk) as registered,
       count(*) filter (where tagged_desk.is_certified) as certified,
       count(*) filter (where tagged_desk.is_signing) as signing
  from desk left join tagged_desk on tagged_desk.desk = desk.id
 where desk.office_id = :office::bigint and desk.out_of_service is null
   and (:desk::text is null or desk.id = :desk::text)
