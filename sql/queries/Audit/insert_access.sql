-- Logs that a person read or exported records.
-- :now  :viewer  :first_day, :last_day  days since 1970-01-01      :purpose
-- :people  whose records, or :offices  to all people of which; the other array is empty. One null person: all people
insert into access_log (at, reader_id, person_id, office_id, period_from, period_to, purpose)
select :now::timestamptz, :viewer::bigint, one.person, one.office,
       date '1970-01-01' + :first_day::int, date '1970-01-01' + :last_day::int, :purpose::text
  from unnest(:people::bigint[], :offices::bigint[]) as one (person, office)
