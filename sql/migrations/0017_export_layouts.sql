-- Which columns an office's payroll program wants, and what it calls them.
create table export_layout (
    office_id bigint not null references office,
    -- What an export asks for it by.
    name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
    layout jsonb not null check (jsonb_typeof(layout) = 'object'),
    author_id bigint not null references person,
    at timestamptz not null,
    primary key (office_id, name)
);
