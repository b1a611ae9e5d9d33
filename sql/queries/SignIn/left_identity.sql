-- Whether an identity at a provider belonged to a person whose name was erased.
-- :hash  hash of issuer and subject under the servers' secret
select exists (select from left_identity where hash = :hash::bytea) as has_left
