-- locks request_decider for a moment
-- The offices for which a person is responsible as HR. Without a row: the person's own office. Rows of people with another role
-- have no effect.
create table hr_office (
    person_id bigint not null,                            -- people and offices are never deleted
    office_id bigint not null,
    primary key (person_id, office_id)
);

-- The offices that are chosen for a person, sorted; null: none.
create function chosen_hr_offices(hr bigint) returns bigint[]
    language sql stable parallel safe
    as $$
select array_agg(office_id order by office_id) from hr_office where person_id = hr
$$;

-- The offices for which a person is responsible as HR, sorted; null: the role is another one. Without a subquery, so that a query
-- includes it in its plan and looks up nothing for people with another role.
create function hr_offices(person person) returns bigint[]
    language sql stable parallel safe
    as $$
select case when person.role = 'hr' then coalesce(chosen_hr_offices(person.id), array[person.office_id]) end
$$;

-- As is_in_reach for one office.
create function is_in_reach(
    person bigint, home_office bigint, viewer bigint, of_teams bool, of_offices bigint[], of_all bool
) returns bool
    language sql stable parallel safe
    as $$
select person <> viewer
   and (of_all or coalesce(home_office = any(of_offices), false) or (of_teams and manages(viewer, person)))
$$;

-- The people to whom an open request is announced: the managers of the person's team; without one, HR of the person's office.
create or replace view request_decider as
select request.id as request_id, request.asked_at, decider.id as person_id
  from correction_request as request
  join person on person.id = request.person_id
  join team_manager on team_manager.team_id = person.team_id
  join person as decider on decider.id = team_manager.person_id and decider.left_at is null
 where request.state = 'open' and decider.id not in (request.asker_id, request.person_id)
union all
select request.id, request.asked_at, decider.id
  from correction_request as request
  join person on person.id = request.person_id
  join person as decider on decider.role = 'hr' and decider.left_at is null and person.office_id = any(hr_offices(decider))
 where request.state = 'open' and decider.id not in (request.asker_id, request.person_id)
   and not exists (select from team_manager
                     join person as manager on manager.id = team_manager.person_id and manager.left_at is null
                    where team_manager.team_id = person.team_id and manager.id not in (request.asker_id, request.person_id));

create function grant_hr_office_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, delete on hr_office to %I', server);
end
$$;
revoke execute on function grant_hr_office_rights from public;
