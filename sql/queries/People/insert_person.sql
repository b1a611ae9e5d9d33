-- Adds a person, with an empty presence.
-- :user_name  :display_name  :role  :office
with new_person as (
    insert into person (user_name, display_name, role, office_id)
    values (:user_name::text, :display_name::text, :role::text, :office::bigint) returning id
)
insert into presence (person_id) select id from new_person returning person_id
