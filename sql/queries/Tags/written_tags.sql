-- The written tags in use of an office, by UID.
-- :office
select tag.uid, tag.office_id, office.name as office_name, tag.event, tag.desk
  from tag join office on office.id = tag.office_id
 where tag.office_id = :office::bigint and tag.retired_at is null and tag.written_at is not null
 order by tag.uid
