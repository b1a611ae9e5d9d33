-- Has a reader's keys be good with a certificate alone, or without any.
-- $1 name, $2 SHA-256 of the certificate, or null
update reader set certificate_hash = $2::bytea where name = $1::text and revoked_at is null returning id
