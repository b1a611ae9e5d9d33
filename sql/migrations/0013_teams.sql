-- Teams, and who manages them. Whoever manages a team may see its people's records and decide what they ask for.

create table team (
    id        bigint generated always as identity primary key,
    office_id bigint not null references office,
    name      text not null check (name ~ '\S' and length(name) <= 64),
    unique (office_id, name)
);

alter table person add column team_id bigint references team;
create index person_by_team on person (team_id);

create table team_manager (
    team_id   bigint not null references team,
    person_id bigint not null references person,
    primary key (team_id, person_id)
);
create index team_manager_by_person on team_manager (person_id);

-- Whether somebody manages the team of somebody else. Nobody manages themselves.
create function manages(manager bigint, person bigint) returns bool
    language sql stable parallel safe
    as $$
select manager <> person
       and exists (select from team_manager join person as member on member.team_id = team_manager.team_id
                    where team_manager.person_id = manager and member.id = person)
$$;

create function grant_team_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update on team to %I', server);
    execute format('grant insert, delete on team_manager to %I', server);
end
$$;
revoke execute on function grant_team_rights from public;
