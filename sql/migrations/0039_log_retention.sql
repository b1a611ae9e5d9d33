-- How long an office keeps the logs of who read whose record and who changed which account, and keys that were taken back.

alter table office add column log_retention_months int not null default 24 check (log_retention_months > 0);

-- The instant before which an office's logs may go; for null, entries about all offices.
create function log_retention_reaches(of_office bigint) returns timestamptz
    language sql stable
    as $$
select now() - make_interval(months => max(log_retention_months)) from public.office where of_office is null or id = of_office
$$;

create function is_held(person bigint) returns bool
    language sql stable
    as $$ select exists (select from public.legal_hold where person_id = person and released_at is null) $$;

-- Entries of logs and revoked keys that are due, by office; those about all offices have none.
create view due_log as
select 'access' as kind, access_log.id, coalesce(person.office_id, access_log.office_id) as office_id
  from access_log left join person on person.id = access_log.person_id
 where access_log.at < log_retention_reaches(coalesce(person.office_id, access_log.office_id))
   and not is_held(access_log.person_id) and not is_held(access_log.reader_id)
union all
select 'account', admin_log.id, person.office_id
  from admin_log join person on person.id = admin_log.person_id
 where admin_log.at < log_retention_reaches(person.office_id) and not is_held(person.id)
union all
select 'key', person_key.id, person.office_id
  from person_key join person on person.id = person_key.person_id
 where person_key.revoked_at < log_retention_reaches(person.office_id) and not is_held(person.id);

-- Deletes what is due. The server may call this, and cannot delete an entry otherwise.
create function forget_logs() returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    due public.due_log[];
begin
    select array_agg(due_log) into due from public.due_log;
    delete from public.access_log where id in (select id from unnest(due) where kind = 'access');
    delete from public.admin_log where id in (select id from unnest(due) where kind = 'account');
    delete from public.person_key where id in (select id from unnest(due) where kind = 'key');
    return coalesce(cardinality(due), 0);
end
$$;
revoke execute on function forget_logs from public;

create function grant_log_retention_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant execute on function public.forget_logs to %I', server);
end
$$;
revoke execute on function grant_log_retention_rights from public;
