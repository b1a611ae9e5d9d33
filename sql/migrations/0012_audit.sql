-- The access log and the account log.

-- Accesses to records of people, by reading or export.
create table access_log (
    id          bigint generated always as identity primary key,
    at          timestamptz not null,
    reader_id   bigint not null references person,        -- the person who read
    person_id   bigint references person,                 -- the person whose record was read; null: several people's
    office_id   bigint references office,                 -- the office that was read; null: all offices
    period_from date not null,
    period_to   date not null check (period_to >= period_from),
    purpose     text not null check (purpose ~ '\S')
);
create index access_log_by_person on access_log (person_id, at);
create index access_log_by_time on access_log (at);

-- Changes of accounts, and the links, keys, passwords and badges that were created for them. If author, provisioner and issuer
-- are null, a command on the server made the change.
create table admin_log (
    id             bigint generated always as identity primary key,
    at             timestamptz not null,
    author_id      bigint references person,
    provisioner_id bigint references provisioner,
    person_id      bigint not null references person,
    field          text not null constraint admin_log_field_check check (field in (
        'added', 'user_name', 'display_name', 'role', 'office', 'team', 'left', 'sign_in_link', 'link_used', 'key', 'keys',
        'password', 'identity', 'badge', 'manages')),
    old            text,
    new            text,
    issuer         text check (issuer <> ''),             -- the identity provider whose sign-in made the change
    constraint admin_log_author_check check (num_nonnulls(author_id, provisioner_id, issuer) <= 1)
);
create index admin_log_by_person on admin_log (person_id, id);
