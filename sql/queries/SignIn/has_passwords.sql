-- Whether any person has a password.
select exists (select from local_password) as has_passwords
