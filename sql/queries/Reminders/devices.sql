-- The browsers in which a person gets reminders, the latest first.
-- :person
select id, endpoint, public_key, authentication, name, created_at
  from push_subscription where person_id = :person::bigint order by created_at desc, id desc
