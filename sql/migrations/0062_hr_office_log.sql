-- locks admin_log for a moment
-- only for programs that know migration 15
alter table admin_log drop constraint admin_log_field_check;
alter table admin_log add constraint admin_log_field_check check (field in (
    'added', 'user_name', 'display_name', 'role', 'office', 'team', 'left', 'sign_in_link', 'link_used', 'signed_out', 'key',
    'keys', 'password', 'identity', 'badge', 'manages', 'personnel_number', 'email', 'reading', 'first_day', 'last_day',
    'hr_offices'
)) not valid;
