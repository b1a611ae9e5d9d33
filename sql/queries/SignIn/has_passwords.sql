-- Whether anybody signs in by a password.
select exists (select from local_password)
