-- Logs a complete download of daily rows, for each of its offices or for its team.
-- :now      :person  who downloaded      :first_day, :last_day  days since 1970
-- :head  the number of the latest record in it      :as_of      :offices, :teams  of the people in it
insert into export_log (at, person_id, first_day, last_day, head, as_of, office_id, team_id)
select :now::timestamptz, :person::bigint, :first_day::int, :last_day::int, :head::bigint, :as_of::timestamptz,
       people.office_id, people.team_id
  from unnest(:offices::bigint[], :teams::bigint[]) as people (office_id, team_id)
