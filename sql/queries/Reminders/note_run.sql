-- Notes that missing ends of an office are looked for on a day.
-- No row: another server has done so.
-- :day  days since 1970-01-01   :office
update office_reminders set last_run = date '1970-01-01' + :day::int
 where office_id = :office::bigint and coalesce(last_run < date '1970-01-01' + :day::int, true) returning office_id
