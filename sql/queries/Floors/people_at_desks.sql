-- The people who are in a session at one of these desks, by desk and name.
-- :office      :desks  ids      :now
select presence.desk, person.display_name
  from presence join person on person.id = presence.person_id
 where presence.office_id = :office::bigint and presence.desk = any(:desks::text[]) and presence.state <> 'off'
   and (presence.deadline is null or presence.deadline > :now::timestamptz)
 order by presence.desk, person.display_name
