-- locks nothing
-- Administrators add and revoke wall displays on a page, too. Before, only commands did.
create or replace function grant_display_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update (link_hash, link_expires_at, key_hash, enrolled_at, revoked_at) on display to %I', server);
end
$$;
