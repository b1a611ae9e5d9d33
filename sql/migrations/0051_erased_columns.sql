-- locks nothing
-- An erasure of hours empties all columns of a record but those that are named here, so a column that is added later is emptied, too.

-- Empties records that have content. Returns their number.
create function empty_records(numbers bigint[]) returns bigint
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    columns text;
    emptied bigint;
begin
    select string_agg(format('%I = null', attname), ', ') into columns
      from pg_attribute
     where attrelid = 'public.log_record'::regclass and attnum > 0 and not attisdropped
       and attname not in ('seq', 'id', 'type', 'received_at', 'entry_hash', 'time_commit', 'place_commit');
    execute format('update public.log_record set %s where seq = any($1) and person_id is not null', columns) using numbers;
    get diagnostics emptied = row_count;
    return emptied;
end
$$;
revoke all on function empty_records(bigint[]) from public;

create or replace function carry_out_erasure(which uuid) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    what    public.erasure%rowtype;
    latest  timestamptz;
    leaving bigint[];
    listed  bigint;
    gone    bigint;
begin
    select * into strict what from public.erasure where id = which;
    if what.person_id is not null then
        -- All records of the person. A server's clock may be ahead of the database's.
        latest := now() + interval '1 day';
    else
        -- Times are kept for some months after the end of their month, by the office's clock. PostgreSQL's time zone database
        -- can differ from the server's, so a difference of a day is accepted.
        latest := public.retention_reaches(what.office_id, what.part);
    end if;
    if latest is null or what.before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    select array_agg(record.seq) into leaving
      from public.erased_record as listed
      join public.log_record as record on record.seq = listed.seq
      join public.due_events(what.office_id, what.person_id, what.before) as due
        on due.id = coalesce(record.target_id, record.id)
     where listed.erasure_id = which;
    select count(*) into listed from public.erased_record where erasure_id = which and part = what.part;
    delete from public.log_place where seq = any(leaving);
    get diagnostics gone = row_count;
    if what.part = 'time' then gone := public.empty_records(leaving); end if;
    if gone <> listed then
        raise exception 'something listed is not due, or is gone already' using errcode = 'DT001';
    end if;
end
$$;
