-- Whether a hash is stored of any erased person's identity at a provider.
select exists (select from left_identity) as has_left_identities
