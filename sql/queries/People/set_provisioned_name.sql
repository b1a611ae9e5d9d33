-- Stores the parts of a person's name that a provisioner sent.
-- :person  :formatted, :given_name, :family_name  or null      :is_displayed  whether the display name is made of them
insert into provisioned_name (person_id, formatted, given_name, family_name, is_displayed)
values (:person::bigint, :formatted::text, :given_name::text, :family_name::text, :is_displayed::bool)
    on conflict (person_id) do update set formatted = excluded.formatted, given_name = excluded.given_name,
       family_name = excluded.family_name, is_displayed = excluded.is_displayed
