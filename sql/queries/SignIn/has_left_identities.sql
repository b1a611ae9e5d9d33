-- Whether any person's name was erased who had one at a provider.
select exists (select from left_identity)
