-- How many requests are open of those whom somebody looks after, and whether they manage a team.
-- $1 viewer, $2 whether those of their teams, $3 those of an office, $4 whether all
select (select count(*) from correction_request join person on person.id = person_id
         where state = 'open' and asker_id <> $1::bigint
           and is_in_reach(person.id, person.office_id, $1::bigint, $2::bool, $3::bigint, $4::bool)),
       exists (select from team_manager where person_id = $1::bigint)
