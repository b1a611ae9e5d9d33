-- Changes a person's account and logs each change. The person is locked. A null value leaves the property unchanged. All
-- ways of changing an account use this query: a person who becomes an auditor, or gets another office, stops managing teams. With
-- another office, a person leaves the team unless :sets_team.
-- No row: nothing changed.
-- :person  :user_name, :display_name, :role, :office  or null
-- :sets_details  whether :personnel_number, :email, :reading and :first_day (days since 1970-01-01) apply; each or null
-- :sets_last_day  whether :last_day (days since 1970-01-01, or null) applies
-- :sets_team  whether :team applies; then a null :team means no team
-- :hr_offices  of a person whose role is HR, or null; only the own office: no choice
-- :now  :ends_managing  whether the person stops managing teams whatever else changes
-- :author, :provisioner, :issuer  who changes the account; each or null
with before as (
    select id, user_name, display_name, role, office_id, team_id, personnel_number, email, email_since, reading, first_day,
           last_day, case when role = 'hr' then chosen_hr_offices(id) end as hr_offices
      from person where id = :person::bigint
),
after as (
    select id, coalesce(:user_name::text, user_name) as user_name,
           coalesce(:display_name::text, display_name) as display_name,
           coalesce(:role::text, role) as role, coalesce(:office::bigint, office_id) as office_id,
           case when :sets_team::bool then :team::bigint
                when coalesce(:office::bigint, office_id) = office_id then team_id end as team_id,
           case when :sets_details::bool then :personnel_number::text else personnel_number end as personnel_number,
           case when :sets_details::bool then :email::text else email end as email,
           case when :sets_details::bool and :email::text is distinct from email
                then case when :email::text is not null then :now::timestamptz end else email_since end as email_since,
           case when :sets_details::bool then :reading::text else reading end as reading,
           case when :sets_details::bool then date '1970-01-01' + :first_day::int else first_day end as first_day,
           case when :sets_last_day::bool then date '1970-01-01' + :last_day::int else last_day end as last_day,
           case when coalesce(:role::text, role) <> 'hr' then null
                when :hr_offices::bigint[] is null then hr_offices
                else nullif((select array_agg(distinct office order by office) from unnest(:hr_offices::bigint[]) as office),
                            array[coalesce(:office::bigint, office_id)]) end as hr_offices
      from before
),
written as (
    update person set user_name = after.user_name, display_name = after.display_name, role = after.role,
                      office_id = after.office_id, team_id = after.team_id,
                      personnel_number = after.personnel_number, email = after.email, email_since = after.email_since,
                      reading = after.reading, first_day = after.first_day, last_day = after.last_day
      from after, before where person.id = after.id and after is distinct from before
),
freed as (
    insert into freed_user_name (digest, person_id, freed_at)
    select user_name_digest(before.user_name), before.id, :now::timestamptz from before, after
     where user_name_key(before.user_name) <> user_name_key(after.user_name)
),
unchosen as (
    delete from hr_office using after
     where hr_office.person_id = after.id and not coalesce(hr_office.office_id = any(after.hr_offices), false)
),
chosen as (
    insert into hr_office (person_id, office_id) select after.id, unnest(after.hr_offices) from after on conflict do nothing
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
                        (select name from team where id = after.team_id)),
                       ('personnel_number', before.personnel_number, after.personnel_number),
                       ('email', before.email, after.email), ('reading', before.reading, after.reading),
                       ('first_day', before.first_day::text, after.first_day::text),
                       ('last_day', before.last_day::text, after.last_day::text),
                       ('hr_offices',
                        (select string_agg(name, ', ' order by name) from office where id = any(before.hr_offices)),
                        (select string_agg(name, ', ' order by name) from office where id = any(after.hr_offices)))
               ) as change (field, old, new)
         where change.old is distinct from change.new
        union all
        select 'manages', name, null from managed) as change
returning field
