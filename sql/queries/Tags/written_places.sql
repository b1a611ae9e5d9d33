-- The places of an office for which a tag in use was written.
-- :office
select distinct tag.office_id, office.name as office_name, tag.event, tag.desk
  from tag join office on office.id = tag.office_id
 where tag.office_id = :office::bigint and tag.retired_at is null and tag.written_at is not null
