-- Changes what is known of a person, who is locked, and notes each change. Null leaves a thing as it is. All ways of changing an
-- account use this: whoever gets a role that manages nobody (employee, auditor), or another office, manages no team any more.
-- $1 person, $2 user name, $3 display name, $4 role, $5 office, $6 whether the team, $7 which or null, $8 now, $9 author or null,
-- $10 provisioner or null, $11 issuer or null, $12 whether managing ends whatever changes
with before as (
    select id, user_name, display_name, role, office_id, team_id from person where id = $1::bigint
),
after as (
    select id, coalesce($2::text, user_name) as user_name, coalesce($3::text, display_name) as display_name,
           coalesce($4::text, role) as role, coalesce($5::bigint, office_id) as office_id,
           case when $6::bool then $7::bigint else team_id end as team_id
      from before
),
written as (
    update person set user_name = after.user_name, display_name = after.display_name, role = after.role,
                      office_id = after.office_id, team_id = after.team_id
      from after, before where person.id = after.id and after is distinct from before
),
freed as (
    insert into freed_user_name (digest, person_id, freed_at)
    select user_name_digest(before.user_name), before.id, $8::timestamptz from before, after
     where lower(before.user_name) <> lower(after.user_name)
),
managed as (
    delete from team_manager using before, after, team
     where team_manager.person_id = before.id and team.id = team_manager.team_id
       and ($12::bool or after.office_id <> before.office_id
            or after.role <> before.role and after.role in ('employee', 'auditor'))
    returning team.name
)
insert into admin_log (at, author_id, provisioner_id, issuer, person_id, field, old, new)
select $8::timestamptz, $9::bigint, $10::bigint, $11::text, $1::bigint, change.field, change.old, change.new
  from (select change.field, change.old, change.new
          from before, after, lateral (
                values ('user_name', before.user_name, after.user_name),
                       ('display_name', before.display_name, after.display_name),
                       ('role', before.role, after.role),
                       ('office', (select name from office where id = before.office_id),
                        (select name from office where id = after.office_id)),
                       ('team', (select name from team where id = before.team_id),
                        (select name from team where id = after.team_id))
               ) as change (field, old, new)
         where change.old is distinct from change.new
        union all
        select 'manages', name, null from managed) as change
returning field
