-- The current members of a person's team and of the teams that the person manages, without the person.
-- :person
select member.id from person as member
 where member.left_at is null and member.id <> :person::bigint
   and (member.team_id = (select team_id from person where id = :person::bigint) or manages(:person::bigint, member.id))
