-- Logs a change of a thing that administrators manage.
-- :now  or null: by the database's clock      :author  or null: a command on the server      :thing  :action  :name  :detail  or null
insert into configuration_log (at, author_id, thing, action, name, detail)
values (coalesce(:now::timestamptz, now()), :author::bigint, :thing::text, :action::text, :name::text,
        :detail::text)
