-- locks nothing
-- Whether the first request of a whole day stands for this one: both were sent with the day and have the same state. The same
-- rule: WholeDay.swift. The ids of a day's requests differ only in the last digit: 0 start, 1 break, 2 return, 3 end.
-- decided_after: requests decided until then are no part of the day; null: no limit.
create function follows_first_of_day(request uuid, decided_after timestamptz) returns bool
    language sql stable parallel safe
    as $$
select right(request::text, 1) in ('1', '2', '3') and coalesce(
    (select bool_or(day.id = request)
            -- Of equal times, the order of the ids is reversed, so that they are no day.
            and string_agg(right(day.id::text, 1) || day.kind, ' ' order by day.at, day.id desc)
                in ('0start 3end', '0start 1pause 2start 3end')
       from correction_request as one
       join correction_request as day
         on (day.asker_id, day.person_id, day.asked_at, day.state) = (one.asker_id, one.person_id, one.asked_at, one.state)
      where one.id = request and day.type = 'add'
        and day.id between overlay(request::text placing '0' from 36)::uuid and overlay(request::text placing '3' from 36)::uuid
        and (day.decided_at is null or decided_after is null or day.decided_at > decided_after)), false)
$$;
