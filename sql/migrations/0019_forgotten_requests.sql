-- What was asked for goes by itself when its time has come, whether or not a record of the log goes with it.

drop trigger forget_requests on erasure;
drop function forget_requests();

-- Forgets the place of requests, or all of them. A request is of the office of the event that it is about, and while there is no
-- such event, of the one it names or its person's. Refuses where the retention has not run out. To be called before the events
-- go, as it is they that say of which office a request is. The server may call this, and has no other way to delete a request.
create function forget_requests(part text, of_office bigint, of_person bigint, before timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp
    as $$
declare
    latest timestamptz;
    due    uuid[];
begin
    if (of_office is null) = (of_person is null) or part not in ('place', 'time') or (part = 'time' and of_person is not null) then
        raise exception 'requests go by an office''s retention, and their places at a person''s wish' using errcode = 'DT001';
    end if;
    -- Clocks differ; what is asked for is all there is.
    latest := case when of_person is not null then now() + interval '1 day' else retention_reaches(of_office, part) end;
    if latest is null or before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    select array_agg(request.id) into due
      from correction_request as request
      join person on person.id = request.person_id
      left join event on event.id = coalesce(request.target_id, request.record_id)
     where (part = 'time' or request.sets_desk)
       and (request.person_id = of_person or coalesce(event.office_id, request.office_id, person.office_id) = of_office)
       and request.asked_at < before and coalesce(request.at < before, true) and coalesce(event.at < before, true)
       and not exists (select from legal_hold where legal_hold.person_id = request.person_id and released_at is null);
    if part = 'place' then
        update correction_request set desk = null, sets_desk = false where id = any(due);
    else
        delete from correction_request where id = any(due);
    end if;
end
$$;
revoke execute on function forget_requests from public;

create or replace function grant_request_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on correction_request to %I', server);
    execute format('grant update (state, decider_id, comment, decided_at) on correction_request to %I', server);
    execute format('grant execute on function forget_requests to %I', server);
end
$$;
