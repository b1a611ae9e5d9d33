-- Adds an office. Its settings are a separate row in office_settings.
-- :name
insert into office (name) values (:name::text) returning id
