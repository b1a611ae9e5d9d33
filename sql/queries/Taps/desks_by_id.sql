-- The desks with these ids, in all offices. is_signing: a start there needs a signed address.
-- :desks  ids
select desk.office_id, desk.id, signing_desk.desk is not null as is_signing
  from desk
  left join signing_desk on signing_desk.office_id = desk.office_id and signing_desk.desk = desk.id
 where desk.id = any(:desks::text[])
