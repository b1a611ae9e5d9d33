-- Stores a confirmation. No row: one with this id exists; it stays unchanged.
-- :id   :person  whose day   :day  in days since 1970   :office   :doubts   :author   :reason   :now
insert into flag_confirmation (id, person_id, day, office_id, doubts, author_id, reason, confirmed_at)
values (:id::uuid, :person::bigint, :day::int, :office::bigint, :doubts::text[], :author::bigint, :reason::text,
        :now::timestamptz)
on conflict (id) do nothing returning id
