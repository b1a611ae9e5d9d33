-- The tag in use that has this UID, held until the transaction ends.
-- $1 UID
select tag.id, tag.office_id, office.name, tag.desk, tag.event, tag.key_number, tag.issued - date '1970-01-01', tag.certificate,
       tag.word
  from tag join office on office.id = tag.office_id
 where tag.uid = $1::bytea and tag.retired_at is null
   for update of tag
