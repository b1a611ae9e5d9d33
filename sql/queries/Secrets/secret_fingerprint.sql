-- The fingerprint of the secret to which the database is bound. No row: it is not bound yet.
select fingerprint from server_secret
