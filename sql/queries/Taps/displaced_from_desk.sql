-- Who sat at a desk last until somebody else started there, and is still in that session.
-- $1 office, $2 desk, $3 whoever started there, $4 now
select person.display_name, person.is_private and office.allows_private
  from presence
  join person on person.id = presence.person_id
  join office on office.id = presence.office_id
 where presence.office_id = $1::bigint and presence.desk = $2::text and presence.person_id <> $3::bigint
   and presence.state <> 'off' and (presence.deadline is null or presence.deadline >= $4::timestamptz)
   -- Who has the desk now took it later.
   and not exists (
       select from desk_claim
        where desk_claim.start_id = presence.start_id and desk_claim.office_id = presence.office_id
          and desk_claim.desk = presence.desk)
 order by presence.start_at desc limit 1
