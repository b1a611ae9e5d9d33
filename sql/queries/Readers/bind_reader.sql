-- Sets the TLS client certificate that a reader must present together with its key.
-- No row: the reader is unknown or revoked.
-- :certificate_hash  SHA-256 of the certificate, or null: no certificate is required      :name
update reader set certificate_hash = :certificate_hash::bytea where name = :name::text and revoked_at is null returning id
