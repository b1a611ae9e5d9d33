-- What a company has set up so far, and its first tap. Always one row.
-- offices_without_floor: their names, one a line, or null.      invited: people with an open sign-in link who never signed in.
-- first_tap_at: when the first tap was received, or null.      first_tap_by, first_tap_desk: of a clock-in that the map may name.
-- :now
with employee as materialized (
    select id, exists (select from sign_in_session where person_id = person.id)
               or exists (select from admin_log where person_id = person.id and field = 'link_used') as has_signed_in
      from person where left_at is null
)
select (select count(*) from floor) as floors,
       (select count(*) from desk where out_of_service is null) as desks,
       (select string_agg(name, e'\n' order by name) from office
         where not exists (select from floor where office_id = office.id)) as offices_without_floor,
       (select count(*) from employee) as people,
       (select count(*) from employee where has_signed_in) as signed_in,
       (select count(*) from employee
         where not has_signed_in
           and exists (select from sign_in_link
                        where person_id = employee.id and used_at is null and session_id is null
                          and expires_at > :now::timestamptz)) as invited,
       exists (select from tag where retired_at is null) as has_tag,
       tap.received_at as first_tap_at, tap.office_id as first_tap_office,
       case when tap.kind = 'start' and tap.quarantine is null and not (person.is_private and office.allows_private)
            then person.display_name end as first_tap_by,
       place.desk as first_tap_desk
  from (select true) as company
  left join lateral (select * from event order by seq limit 1) as tap on true
  left join log_place as place on place.seq = tap.seq
  left join person on person.id = tap.person_id
  left join office on office.id = tap.office_id
