-- People whose last day is set, by id, with its author (null: a command on the server).
select person.id, person.office_id, person.last_day - date '1970-01-01' as last_day,
       (select author_id from admin_log where person_id = person.id and field = 'last_day' order by id desc limit 1) as author_id
  from person where last_day is not null and left_at is null order by id
