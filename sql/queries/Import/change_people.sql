-- Changes accounts as change_person does, without user names, and logs each change. The people are locked. The arrays have one
-- element per person.
-- :people      :display_names      :roles      :offices
-- :sets_team  whether :teams applies; then a null team means no team      :teams
-- :old_numbers  the personnel numbers before, which are taken away already      :numbers  the new ones, :emails, :readings, :first_days, :last_days  days since 1970-01-01; each can have null
-- :now      :author  null: a command on the server
with change as (
    select * from unnest(:people::bigint[], :display_names::text[], :roles::text[], :offices::bigint[], :sets_team::bool[],
                         :teams::bigint[], :old_numbers::text[], :numbers::text[], :emails::text[], :readings::text[], :first_days::int[],
                         :last_days::int[])
        as change (id, display_name, role, office_id, sets_team, team_id, old_number, personnel_number, email, reading, first_day,
                   last_day)
),
before as (
    select id, display_name, role, office_id, team_id, personnel_number, email, email_since, reading, first_day, last_day
      from person where id in (select id from change)
),
after as (
    select before.id, change.display_name, change.role, change.office_id,
           case when change.sets_team then change.team_id else before.team_id end as team_id,
           change.old_number, change.personnel_number, change.email,
           case when change.email is not distinct from before.email then before.email_since
                when change.email is not null then :now::timestamptz end as email_since,
           change.reading, date '1970-01-01' + change.first_day as first_day,
           date '1970-01-01' + change.last_day as last_day
      from before join change using (id)
),
written as (
    update person set display_name = after.display_name, role = after.role, office_id = after.office_id,
                      team_id = after.team_id, personnel_number = after.personnel_number, email = after.email,
                      email_since = after.email_since, reading = after.reading, first_day = after.first_day,
                      last_day = after.last_day
      from after join before using (id) where person.id = after.id and after is distinct from before
),
unchosen as (
    delete from hr_office using after join before using (id), office
     where hr_office.person_id = after.id and office.id = hr_office.office_id and (after.role <> 'hr' or before.role <> 'hr')
    returning hr_office.person_id, office.name, before.role = 'hr' as had_effect
),
managed as (
    delete from team_manager using after join before using (id), team
     where team_manager.person_id = after.id and team.id = team_manager.team_id
       and (after.office_id <> before.office_id
            or after.role <> before.role and after.role = 'auditor')
    returning team_manager.person_id, team.name
)
insert into admin_log (at, author_id, person_id, field, old, new)
select :now::timestamptz, :author::bigint, change.person_id, change.field, change.old, change.new
  from (select after.id as person_id, change.field, change.old, change.new
          from before join after using (id), lateral (
                values ('display_name', before.display_name, after.display_name),
                       ('role', before.role, after.role),
                       ('office', (select name from office where id = before.office_id),
                        (select name from office where id = after.office_id)),
                       ('team', (select name from team where id = before.team_id),
                        (select name from team where id = after.team_id)),
                       ('personnel_number', after.old_number, after.personnel_number),
                       ('email', before.email, after.email), ('reading', before.reading, after.reading),
                       ('first_day', before.first_day::text, after.first_day::text),
                       ('last_day', before.last_day::text, after.last_day::text)
               ) as change (field, old, new)
         where change.old is distinct from change.new
        union all
        select person_id, 'manages', name, null from managed
        union all
        select person_id, 'hr_offices', string_agg(name, ', ' order by name), null
          from unchosen where had_effect group by person_id) as change
