-- Export layouts: the columns that an office's payroll program requires, and their headings.
create table export_layout (
    office_id bigint not null references office,
    name      text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,63}$'),   -- an export names its layout by this
    layout    jsonb not null check (jsonb_typeof(layout) = 'object'),
    author_id bigint not null references person,
    at        timestamptz not null,
    primary key (office_id, name)
);
