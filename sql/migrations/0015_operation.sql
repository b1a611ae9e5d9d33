-- The server's role and its secret, and the protection of functions that run with the owner's rights.

-- The fingerprint of the secret that belongs to this database. The secret itself is in a file of the servers, so that the
-- database alone is not enough to recognize a badge or to sign a tag.
create table server_secret (
    only_row    bool primary key default true check (only_row),
    fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

-- Functions that run with the owner's rights (security definer) must not run an object that the server's role has made.
--
-- PostgreSQL chooses an operator or a function by the types of its arguments, over the whole search path: an exact match in
-- "public" wins over one in pg_catalog that needs a cast. So these functions search only pg_catalog and name all other schemas.
-- The functions that they call do the same. In addition, the server's role creates nothing in "public". Up to PostgreSQL 14
-- every role may create objects there.

do $$
begin
    revoke create on schema public from public;
exception when insufficient_privilege then
    null;  -- The schema belongs to another role: grant_server_rights reports that.
end
$$;

-- Grants a role that owns nothing what a server process needs. It can add and read records, and neither change
-- nor delete them. 'desktap migrate --server-role' calls this and the other grant functions, after each migration.
--
-- Refuses a role that can create objects in "public" nevertheless (DT003): the schema's owner, a superuser, or any role if the
-- schema does not belong to the role that runs the migrations.
create function grant_server_rights(server text) returns void
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    named record;
begin
    begin
        execute format('revoke create on schema public from public, %I', server);
    exception when insufficient_privilege then
        null;
    end;
    if has_schema_privilege(server, 'public', 'create') then
        raise exception 'the role % can create objects in the schema "public"', quote_ident(server)
            using errcode = 'DT003';
    end if;
    execute format('revoke all on all tables in schema public from %I', server);
    execute format('grant usage on schema public to %I', server);
    execute format('grant select on all tables in schema public to %I', server);
    for named in
        select * from (values
            ('insert', 'log_record, log_place, erasure, erased_record, access_log'),
            -- Every writer locks this row and updates it with each record.
            ('update', 'log_head'),
            -- Credentials.
            ('insert, update', 'sign_in_link, cookie_key, reader'),
            -- Managed by administrators.
            ('insert, update', 'office, person, floor, legal_hold'),
            ('insert, update, delete', 'room, desk')
        ) as right_to (what, tables)
    loop
        execute format('grant %s on %s to %I', named.what,
                       (select string_agg('public.' || name, ', ') from unnest(string_to_array(named.tables, ', ')) as name),
                       server);
    end loop;
    execute format('grant execute on function public.carry_out_erasure to %I', server);
end
$$;
revoke execute on function grant_server_rights from public;
