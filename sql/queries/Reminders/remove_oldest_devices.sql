-- Removes a person's oldest browsers.
-- :person   :kept  how many stay
delete from push_subscription
 where id in (select id from push_subscription where person_id = :person::bigint
               order by created_at desc, id desc offset :kept::bigint)
