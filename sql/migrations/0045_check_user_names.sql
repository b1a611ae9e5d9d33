-- reads person while servers go on
-- Existing user names have at most 128 characters.
alter table person validate constraint person_user_name_check;
