-- What a company has set up so far. Always one row.
select (select count(*) from office) as offices,
       (select count(*) from floor) as floors,
       (select count(*) from desk where out_of_service is null) as desks,
       (select count(*) from person where left_at is null) as people,
       (select count(*) from person where left_at is null
           and exists (select from sign_in_session where person_id = person.id and ended_at is null)) as signed_in,
       (select count(*) from team) as teams,
       (select count(*) from tag where retired_at is null) as tags,
       (select count(*) from reader where revoked_at is null) as readers,
       (select count(*) from display where revoked_at is null) as displays,
       exists (select from event) as has_tap
