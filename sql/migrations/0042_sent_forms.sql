-- locks nothing
-- Forms that were sent and showed a new link or key, so that a reload of the answer creates no other one. Kept for two days.
create table sent_form (
    token   text primary key,                             -- random, of one rendering of a page
    sent_at timestamptz not null
);
create function grant_sent_form_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, delete on sent_form to %I', server);
end
$$;
revoke execute on function grant_sent_form_rights from public;
