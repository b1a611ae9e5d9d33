-- Adds a browser. A known one gets its new keys, and belongs to this person from now on.
-- :person   :session  in which the browser is signed in   :endpoint   :public_key   :authentication   :name   :now
insert into push_subscription (person_id, session_id, endpoint, public_key, authentication, name, created_at)
values (:person::bigint, :session::bigint, :endpoint::text, :public_key::bytea, :authentication::bytea, :name::text,
        :now::timestamptz)
on conflict (endpoint) do update
   set person_id = excluded.person_id, session_id = excluded.session_id, public_key = excluded.public_key,
       authentication = excluded.authentication, name = excluded.name, created_at = excluded.created_at
