-- locks admin_log for a moment
-- only for programs that know migration 15
-- The offices for which a person is responsible as HR. Without a row: the person's own office. Rows of people with another role
-- have no effect.
create table hr_office (
    person_id bigint not null,                            -- people and offices are never deleted
    office_id bigint not null,
    primary key (person_id, office_id)
);

-- The offices of a person whose role is HR, sorted.
create function hr_offices(hr bigint, own_office bigint) returns bigint[]
    language sql stable parallel safe
    as $$
select coalesce((select array_agg(office_id order by office_id) from hr_office where person_id = hr), array[own_office])
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
  join person as decider on decider.role = 'hr' and decider.left_at is null
        and person.office_id = any(hr_offices(decider.id, decider.office_id))
 where request.state = 'open' and decider.id not in (request.asker_id, request.person_id)
   and not exists (select from team_manager
                     join person as manager on manager.id = team_manager.person_id and manager.left_at is null
                    where team_manager.team_id = person.team_id and manager.id not in (request.asker_id, request.person_id));

alter table admin_log drop constraint admin_log_field_check;
alter table admin_log add constraint admin_log_field_check check (field in (
    'added', 'user_name', 'display_name', 'role', 'office', 'team', 'left', 'sign_in_link', 'link_used', 'signed_out', 'key',
    'keys', 'password', 'identity', 'badge', 'manages', 'personnel_number', 'email', 'reading', 'first_day', 'last_day',
    'hr_offices'
)) not valid;

create function grant_hr_office_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, delete on hr_office to %I', server);
end
$$;
revoke execute on function grant_hr_office_rights from public;
