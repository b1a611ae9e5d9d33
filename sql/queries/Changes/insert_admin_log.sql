-- Logs a change to a person's account.
-- :now  :author, :provisioner, :issuer  who changed the account; each or null      :person  :field  :old, :new  or null
insert into admin_log (at, author_id, provisioner_id, issuer, person_id, field, old, new)
values (:now::timestamptz, :author::bigint, :provisioner::bigint, :issuer::text, :person::bigint,
        :field::text, :old::text, :new::text)
