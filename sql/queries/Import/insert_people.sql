-- Adds people and logs who added them. The arrays have one element per person.
-- :user_names      :display_names      :roles      :offices      :teams  ids, null: no team
-- :numbers  personnel numbers, :emails, :readings, :first_days, :last_days  days since 1970-01-01; each can have null
-- :now      :author  null: a command on the server
with new_person as (
    insert into person (user_name, display_name, role, office_id, team_id, personnel_number, email, email_since, reading,
                        first_day, last_day)
    select user_name, display_name, role, office_id, team_id, personnel_number, email,
           case when email is not null then :now::timestamptz end, reading, date '1970-01-01' + first_day,
           date '1970-01-01' + last_day
      from unnest(:user_names::text[], :display_names::text[], :roles::text[], :offices::bigint[], :teams::bigint[],
                  :numbers::text[], :emails::text[], :readings::text[], :first_days::int[], :last_days::int[])
           as new (user_name, display_name, role, office_id, team_id, personnel_number, email, reading, first_day, last_day)
    returning id, role, team_id, last_day
)
insert into admin_log (at, author_id, person_id, field, new)
select :now::timestamptz, :author::bigint, new_person.id, entry.field, entry.new
  from new_person left join team on team.id = new_person.team_id,
       lateral (values ('added', new_person.role), ('team', team.name), ('last_day', new_person.last_day::text)) as entry (field, new)
 where entry.new is not null
