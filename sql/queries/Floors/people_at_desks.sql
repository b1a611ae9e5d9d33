-- The people who hold one of these desks in an open session, by desk. A session is open up to the second of its deadline.
-- :office      :desks  ids      :now
select presence.desk, person.display_name
  from presence
  join person on person.id = presence.person_id
  join desk_claim on desk_claim.office_id = presence.office_id and desk_claim.desk = presence.desk
                 and desk_claim.start_id = presence.start_id
 where presence.office_id = :office::bigint and presence.desk = any(:desks::text[]) and presence.state <> 'off'
   and (presence.deadline is null
        or date_trunc('second', presence.deadline) >= date_trunc('second', :now::timestamptz))
 order by presence.desk
