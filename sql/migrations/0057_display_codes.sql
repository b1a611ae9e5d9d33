-- locks nothing
-- The codes that screens show until an administrator types them for a display.
create table display_code (
    code        text primary key,
    secret_hash bytea not null unique check (octet_length(secret_hash) = 32),   -- SHA-256; only the screen stores the secret itself
    expires_at  timestamptz not null
);

create or replace function grant_display_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update (link_hash, link_expires_at, key_hash, enrolled_at, revoked_at) on display to %I', server);
    execute format('grant insert, delete on display_code to %I', server);
end
$$;
