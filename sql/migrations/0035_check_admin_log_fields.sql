-- reads admin_log while servers go on
-- The fields of old entries of the account log are known.
alter table admin_log validate constraint admin_log_field_check;
