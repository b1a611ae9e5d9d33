-- locks nothing
-- outside a transaction
-- People in the order of lists, and by personnel number.
drop index concurrently if exists person_by_sort_name;
create index concurrently person_by_sort_name on person (coalesce(reading, display_name), id);
drop index concurrently if exists person_by_personnel_number;
create unique index concurrently person_by_personnel_number on person (office_id, personnel_number)
    where personnel_number is not null;
drop index concurrently if exists person_by_display_name;
