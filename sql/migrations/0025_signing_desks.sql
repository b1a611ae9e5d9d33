-- locks office for a moment
-- Desks at which a start counts at once only with a signed address, whatever their office requires. No row of desk: a desk that is
-- removed from a floor and drawn again keeps its requirement.
create table signing_desk (
    office_id bigint not null references office on delete cascade,
    desk      text not null,
    primary key (office_id, desk)
);
create trigger roster_change after insert or update or delete or truncate on signing_desk
    for each statement execute function count_roster_change();

create or replace function grant_tag_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on server_secret, signing_key, tag_master_key to %I', server);
    execute format('grant update (retired_at) on signing_key, tag_master_key to %I', server);
    execute format('grant insert, update on tag to %I', server);
    execute format('grant insert, update (confirmed_at) on tag_key to %I', server);
    execute format('grant insert, update (received_at), delete on tag_reading to %I', server);
    execute format('grant insert, delete on signing_desk to %I', server);
end
$$;
