-- Changes a person's account and logs each change. The person is locked. A null value leaves the property unchanged. All
-- ways of changing an account use this query: a person who becomes an auditor, or gets another office, stops managing teams.
-- No row: nothing changed.
-- :person  :user_name, :display_name, :role, :office  or null
-- :sets_team  whether :team applies; then a null :team means no team
-- :now  :ends_managing  whether the person stops managing teams whatever else changes
-- :author, :provisioner, :issuer  who changes the account; each or null
with before as (
    select id, user_name, display_name, role, office_id, team_id from person where id = :person::bigint
),
after as (
    select id, coalesce(:user_name::text, user_name) as user_name,
           coalesce(:display_name::text, display_name) as display_name,
           coalesce(:role::text, role) as role, coalesce(:office::bigint, office_id) as office_id,
           case when :sets_team::bool then :team::bigint else team_id end as team_id
      from before
),
written as (
    update person set user_name = after.user_name, display_name = after.display_name, role = after.role,
                      office_id = after.office_id, team_id = after.team_id
      from after, before where person.id = after.id and after is distinct from before
),
freed as (
    insert into freed_user_name (digest, person_id, freed_at)
    select user_name_digest(before.user_name), before.id, :now::timestamptz from before, after
     where user_name_key(before.user_name) <> user_name_key(after.user_name)
),
managed as (
    delete from team_manager using before, after, team
     where team_manager.person_id = before.id and team.id = team_manager.team_id
       and (:ends_managing::bool or after.office_id <> before.office_id
            or after.role <> before.role and after.role = 'auditor')
    returning team.name
)
insert into admin_log (at, author_id, provisioner_id, issuer, person_id, field, old, new)
select :now::timestamptz, :author::bigint, :provisioner::bigint, :issuer::text, :person::bigint,
       change.field, change.old, change.new
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
