-- The latest earlier occupant of a desk at which another person has started, if their session is still open.
-- No row: the start displaced no open session. A session is open up to the second of its deadline.
-- :office   :desk   :person  the person who started at the desk   :now
select person.display_name, person.is_private and office.allows_private as is_private
  from presence
  join person on person.id = presence.person_id
  join office on office.id = presence.office_id
 where presence.office_id = :office::bigint and presence.desk = :desk::text and presence.person_id <> :person::bigint
   and presence.state <> 'off'
   and (presence.deadline is null
        or date_trunc('second', presence.deadline) >= date_trunc('second', :now::timestamptz))
   -- A later start at the desk exists.
   and not exists (
       select from desk_claim
        where desk_claim.start_id = presence.start_id and desk_claim.office_id = presence.office_id
          and desk_claim.desk = presence.desk)
 order by presence.start_at desc limit 1
