-- The certificate that a reader shows beside its key, where it is bound to one: SHA-256 of its DER form. Two keys may be bound to one
-- certificate, for a box may hold both.

alter table reader add column certificate_hash bytea check (octet_length(certificate_hash) = 32);
