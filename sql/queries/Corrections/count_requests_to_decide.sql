-- The number of open requests within a viewer's reach, and whether the viewer manages a team. The viewer's own requests are
-- left out, and those of a whole day count once. Always one row.
-- :viewer   :of_teams  the reach includes the viewer's teams   :offices  the reach includes these offices
-- :all  the reach includes all people
select (select count(*) from correction_request as request join person on person.id = person_id
         where state = 'open' and asker_id <> :viewer::bigint
           and is_in_reach(person.id, person.office_id, :viewer::bigint, :of_teams::bool, :offices::bigint[], :all::bool)
           and not follows_first_of_day(request.id, null)
       ) as open,
       exists (select from team_manager where person_id = :viewer::bigint) as manages_team
