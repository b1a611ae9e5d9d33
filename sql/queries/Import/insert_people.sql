-- Adds people and logs who added them. The arrays have one element per person.
-- :user_names      :display_names      :roles      :offices      :teams  ids, null: no team
-- :now      :author  null: a command on the server
with new_person as (
    insert into person (user_name, display_name, role, office_id, team_id)
    select * from unnest(:user_names::text[], :display_names::text[], :roles::text[], :offices::bigint[], :teams::bigint[])
    returning id, role, team_id
)
insert into admin_log (at, author_id, person_id, field, new)
select :now::timestamptz, :author::bigint, new_person.id, entry.field, entry.new
  from new_person left join team on team.id = new_person.team_id,
       lateral (values ('added', new_person.role), ('team', team.name)) as entry (field, new)
 where entry.new is not null
