-- locks person for a moment
-- Wrong passwords for a person, by day (UTC), so that the person sees them. Kept for 90 days.
create table failed_sign_in (
    person_id bigint not null references person,
    day       date not null,
    count     bigint not null,
    last_at   timestamptz not null,
    primary key (person_id, day)
);
create function grant_failed_sign_in_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update, delete on failed_sign_in to %I', server);
end
$$;
revoke execute on function grant_failed_sign_in_rights from public;
