-- Whether a current employee other than the person manages the person's team.
-- :person
select exists (select from team_manager join person on person.id = team_manager.person_id
                where person.left_at is null and manages(person.id, :person::bigint)) as has_manager
