-- locks admin_log for a moment
-- The account log tells that another person or a command signed a person's devices out. The constraint accepts one value more, so
-- programs that know the first release work as before.
-- only for programs that know migration 15
alter table admin_log drop constraint admin_log_field_check;
alter table admin_log add constraint admin_log_field_check check (field in (
    'added', 'user_name', 'display_name', 'role', 'office', 'team', 'left', 'sign_in_link', 'link_used', 'signed_out', 'key',
    'keys', 'password', 'identity', 'badge', 'manages')) not valid;
