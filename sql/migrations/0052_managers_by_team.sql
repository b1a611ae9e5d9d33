-- locks nothing
-- People of the role manager, which gave no permissions, become employees. Teams name their managers.
-- repeated until it returns 0

with changed as (
    update person set role = 'employee' where id in (select id from person where role = 'manager' limit 500) returning id
)
select count(*) as changed from changed;
