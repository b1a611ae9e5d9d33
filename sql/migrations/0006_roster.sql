-- What a server process remembers of people, offices and desks is right as long as nobody changed them: each change counts
-- one up here, in the very row that every writer of taps looks at.
alter table log_head add column roster bigint not null default 0;

create function count_roster_change() returns trigger
    language plpgsql
    as $$
begin
    update log_head set roster = roster + 1;
    return null;
end
$$;

create trigger roster_change after insert or update or delete or truncate on person
    for each statement execute function count_roster_change();
create trigger roster_change after insert or update or delete or truncate on office
    for each statement execute function count_roster_change();
create trigger roster_change after insert or update or delete or truncate on desk
    for each statement execute function count_roster_change();
