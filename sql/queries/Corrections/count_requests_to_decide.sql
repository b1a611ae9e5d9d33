-- The number of open requests within a viewer's reach, and whether the viewer manages a team. The viewer's own requests are
-- left out, and those of a whole day count once. Always one row.
-- :viewer   :of_teams  the reach includes the viewer's teams   :office  the reach includes this office; null: none
-- :all  the reach includes all people
select (select count(*) from correction_request as request join person on person.id = person_id
         where state = 'open' and asker_id <> :viewer::bigint
           -- The ids of a day's requests differ only in the last digit, which is 0 for the first.
           and not exists (select from correction_request as day
                            where day.id = overlay(request.id::text placing '0' from 36)::uuid and day.id <> request.id
                              and day.state = 'open')
           and is_in_reach(person.id, person.office_id, :viewer::bigint, :of_teams::bool, :office::bigint, :all::bool)
       ) as open,
       exists (select from team_manager where person_id = :viewer::bigint) as manages_team
