-- Which secret belongs to this database.
select fingerprint from server_secret
