-- Who is in a session at one of these desks.
-- $1 office, $2 desks text[], $3 now
select presence.desk, person.display_name
  from presence join person on person.id = presence.person_id
 where presence.office_id = $1::bigint and presence.desk = any($2::text[]) and presence.state <> 'off'
   and (presence.deadline is null or presence.deadline > $3::timestamptz)
 order by presence.desk, person.display_name
