-- The tag in use with this UID; locks its row until the transaction ends. issued_day counts days since 1970-01-01.
-- No row: no tag in use has this UID.
-- :uid
select tag.id, tag.office_id, office.name as office_name, tag.desk, tag.event, tag.key_number,
       tag.issued - date '1970-01-01' as issued_day, tag.certificate, tag.word
  from tag join office on office.id = tag.office_id
 where tag.uid = :uid::bytea and tag.retired_at is null
   for update of tag
