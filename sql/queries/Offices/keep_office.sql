-- Lets nothing rename the office of a name until the transaction ends.
-- :name
select id from office where :name::text = any(former_names || name) order by id for key share
