-- Stores that a person has seen all decisions on their requests, and all corrections in their record, until an instant. An
-- earlier instant changes nothing.
-- :person   :seen_at
insert into seen_decisions (person_id, seen_at) values (:person::bigint, :seen_at::timestamptz)
on conflict (person_id) do update set seen_at = greatest(seen_decisions.seen_at, excluded.seen_at)
