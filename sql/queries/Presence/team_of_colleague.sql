-- The name of a current employee's team; null: no team.
-- No row: the person is unknown or has left.
-- :person
select team.name as team from person left join team on team.id = person.team_id
 where person.id = :person::bigint and person.left_at is null
