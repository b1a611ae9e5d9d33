-- The people with one of these personnel numbers, with their office, including people who left.
-- :numbers
select id, office_id, personnel_number from person where personnel_number = any(:numbers::text[])
