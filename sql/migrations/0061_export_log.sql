-- locks person for a moment
-- Complete downloads of the daily rows of offices or a team, so that HR sees which days changed since. Kept as long as the access
-- log.
create table export_log (
    id        bigint generated always as identity primary key,
    at        timestamptz not null,
    person_id bigint not null references person,          -- the person who downloaded the file
    office_id bigint,                                     -- of the people in it: a row for each office
    team_id   bigint,                                     -- of the people in it, without an office
    first_day int not null,                               -- of the period, in days since 1970
    last_day  int not null check (last_day >= first_day),
    head      bigint not null check (head >= 0),          -- the latest record in the file
    as_of     timestamptz not null,
    check (num_nonnulls(office_id, team_id) = 1)
);
create index export_log_by_period on export_log (first_day, last_day);

-- Deletes all rows of due_log and returns their number. This is the only way in which the server can delete a log entry.
create or replace function forget_logs() returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    due public.due_log[];
begin
    select array_agg(due_log) into due from public.due_log;
    delete from public.access_log where id in (select id from unnest(due) where kind = 'access');
    delete from public.admin_log where id in (select id from unnest(due) where kind = 'account');
    delete from public.person_key where id in (select id from unnest(due) where kind = 'key');
    -- A reason is never empty.
    update public.legal_hold set reason = '-' where id in (select id from unnest(due) where kind = 'hold');
    update public.ledger_fact as fact set content = null, salt = null
      from public.superseded_name as name
     where fact.subject = 'person' and fact.subject_id = name.person_id and fact.seq = name.seq
       and name.person_id in (select id from unnest(due) where kind = 'name')
       and name.at < public.log_retention_reaches(name.office_id);
    -- Each download has an entry of the access log of the same age, which is counted.
    delete from public.export_log
     where at < public.log_retention_reaches(office_id) and not public.is_held(person_id);
    return coalesce(cardinality(due), 0);
end
$$;

create function grant_export_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on export_log to %I', server);
    execute format('grant insert, update, delete on export_layout to %I', server);
end
$$;
revoke execute on function grant_export_rights from public;
