-- locks person for a moment
-- Changes of readers, wall displays, tags, SCIM keys, signing keys, master keys and offices' settings.
create table configuration_log (
    id        bigint generated always as identity primary key,
    at        timestamptz not null,
    author_id bigint references person,                   -- null: a command on the server
    thing     text not null,                              -- the kind of thing, such as reader
    action    text not null,                              -- such as added
    name      text not null,                              -- of the thing
    detail    text                                        -- such as the successor of a replaced tag
);
create function grant_configuration_log_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on configuration_log to %I', server);
end
$$;
revoke execute on function grant_configuration_log_rights from public;
