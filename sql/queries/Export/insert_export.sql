-- Logs a complete download of daily rows.
-- :now      :person  who downloaded      :office, :team  of the people in it, null: all
-- :first_day, :last_day  days since 1970      :head  the number of the latest record in it      :as_of
insert into export_log (at, person_id, office_id, team_id, first_day, last_day, head, as_of)
values (:now::timestamptz, :person::bigint, :office::bigint, :team::bigint, :first_day::int, :last_day::int, :head::bigint,
        :as_of::timestamptz)
