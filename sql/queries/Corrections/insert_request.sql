-- Stores a correction request. No row: a request with this id exists; it stays unchanged.
-- :id   :asker   :person  whose record   :type   :target   :kind   :at   :at_sent  as the client sent it
-- :desk   :sets_desk  whether the request names or removes the desk   :office_name   :reason   :now
insert into correction_request (id, asker_id, person_id, type, target_id, kind, at, at_sent, desk, sets_desk, office_id,
                                reason, asked_at, log_seq)
select :id::uuid, :asker::bigint, :person::bigint, :type::text, :target::uuid, :kind::text, :at::timestamptz,
       :at_sent::text, :desk::text, :sets_desk::bool,
       (select id from office where :office_name::text = any(former_names || name)
         order by name = :office_name::text desc limit 1),
       :reason::text, :now::timestamptz, (select seq from log_head)
on conflict (id) do nothing returning id
