-- The reminders of an office.
-- No row: the office has never set them.
-- :office
select is_on, missing_end_s, quiet_from_s, quiet_to_s from office_reminders where office_id = :office::bigint
