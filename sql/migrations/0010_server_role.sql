-- What a server process may do, for a role that owns nothing: records and their ledger can be added to and read, and neither
-- changed nor removed. Granted anew after each migration by 'desktap migrate --server-role'.
create function grant_server_rights(server text) returns void
    language plpgsql
    as $$
declare
    named record;
begin
    execute format('revoke all on all tables in schema public from %I', server);
    execute format('grant usage on schema public to %I', server);
    execute format('grant select on all tables in schema public to %I', server);
    for named in
        select * from (values
            ('insert', 'event, event_place, correction, correction_place, ledger, erasure, erased_record, access_log'),
            -- The row that every writer locks, and that moves with each record.
            ('update', 'log_head'),
            -- What is concluded from the log.
            ('insert, update, delete', 'presence, desk_claim'),
            -- Ways in.
            ('insert, update', 'sign_in_link, cookie_key, reader'),
            -- People and places, which have an administrator.
            ('insert, update', 'office, person, floor, legal_hold'),
            ('insert, update, delete', 'room, desk')
        ) as right_to (what, tables)
    loop
        execute format('grant %s on %s to %I', named.what, named.tables, server);
    end loop;
    execute format('grant execute on function carry_out_erasure to %I', server);
end
$$;
revoke execute on function grant_server_rights from public;
