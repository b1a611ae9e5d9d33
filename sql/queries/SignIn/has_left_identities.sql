-- Whether any hash of an erased person's identity at a provider is stored.
select exists (select from left_identity) as has_left_identities
