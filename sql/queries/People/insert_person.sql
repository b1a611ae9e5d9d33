-- Adds a person.
-- :user_name  :display_name  :role  :office
insert into person (user_name, display_name, role, office_id)
values (:user_name::text, :display_name::text, :role::text, :office::bigint) returning id as person_id
