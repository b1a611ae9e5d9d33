-- Logs that a person read or exported records.
-- :now  :viewer  :office  or null      :first_day, :last_day  days since 1970-01-01      :purpose
-- :people  whose records; one null if the access is to an office or to all
insert into access_log (at, reader_id, person_id, office_id, period_from, period_to, purpose)
select :now::timestamptz, :viewer::bigint, person, :office::bigint,
       date '1970-01-01' + :first_day::int, date '1970-01-01' + :last_day::int, :purpose::text
  from unnest(:people::bigint[]) as person
