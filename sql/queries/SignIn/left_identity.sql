-- Whether this name at a provider is that of a person whose name is erased.
-- $1 its hash under the servers' secret
select exists (select from left_identity where hash = $1::bytea)
