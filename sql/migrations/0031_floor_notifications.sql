-- Whatever changes how a floor is drawn, every open map is told. A trigger, because there are many ways: the editor, an import,
-- commands on the server. What floors have beside (drafts, versions, who changed them) changes no map.

create function tell_floor_change() returns trigger
    language plpgsql
    as $$
begin
    -- PostgreSQL tells the same once for each transaction.
    perform pg_notify('desktap_floors', '');
    return null;
end
$$;

create trigger tell_floor_change
    after insert or delete or truncate or update of name, position, width, height, picture on floor
    for each statement execute function tell_floor_change();
create trigger tell_floor_change
    after insert or delete or truncate or update on room
    for each statement execute function tell_floor_change();
create trigger tell_floor_change
    after insert or delete or truncate or update on desk
    for each statement execute function tell_floor_change();
