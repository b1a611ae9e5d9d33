-- The latest complete download of the daily rows of a period and of these people: of several offices, the one with the earliest
-- record of the latest download of each. No row: an office or the team has none.
-- :first_day, :last_day  days since 1970      :offices, :teams
select oldest.at, oldest.person_id, person.display_name, oldest.head, oldest.as_of
  from (select latest.*
          from unnest(:offices::bigint[], :teams::bigint[]) as people (office_id, team_id)
          left join lateral (
              select * from export_log
               where first_day = :first_day::int and last_day = :last_day::int
                 and (export_log.office_id = people.office_id or export_log.team_id = people.team_id)
               order by head desc, id desc limit 1) as latest on true
         order by latest.head nulls first, latest.id limit 1) as oldest
  join person on person.id = oldest.person_id
