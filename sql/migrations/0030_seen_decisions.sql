-- locks person for a moment
-- When a person last saw the decisions on their correction requests, so that later ones are shown as new.
create table seen_decisions (
    person_id bigint primary key references person on delete cascade,
    seen_at   timestamptz not null
);

create or replace function grant_request_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on correction_request to %I', server);
    execute format('grant update (state, decider_id, comment, decided_at) on correction_request to %I', server);
    execute format('grant execute on function forget_requests to %I', server);
    execute format('grant insert, update (seen_at), delete on seen_decisions to %I', server);
end
$$;
