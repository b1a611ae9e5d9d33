-- The log of an account names every change, also those by an import, a command and the identity provider, and every way in that
-- was made for the person.

alter table admin_log
    -- The identity provider whose sign-in made the change.
    add column issuer text check (issuer <> ''),
    drop constraint admin_log_check,
    add constraint admin_log_author_check check (num_nonnulls(author_id, provisioner_id, issuer) <= 1),
    drop constraint admin_log_field_check,
    add constraint admin_log_field_check check (field in (
        'added', 'user_name', 'display_name', 'role', 'office', 'team', 'left', 'sign_in_link', 'link_used', 'key', 'keys',
        'password', 'identity', 'badge', 'manages'));
