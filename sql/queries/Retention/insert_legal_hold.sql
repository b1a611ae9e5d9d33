-- Places a legal hold on a person: none of the person's records are erased while it is active. Fails if there is one already.
-- :person      :reason      :author  null: a command on the server      :now
insert into legal_hold (person_id, reason, author_id, held_at)
values (:person::bigint, :reason::text, :author::bigint, :now::timestamptz)
