-- Whom somebody works with: their own team, and those they manage.
-- $1 person
select member.id from person as member
 where member.left_at is null and member.id <> $1::bigint
   and (member.team_id = (select team_id from person where id = $1::bigint) or manages($1::bigint, member.id))
