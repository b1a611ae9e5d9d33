-- The key of cookies: encrypted under the servers' secret (60 bytes), or not yet (32 bytes). No row: there is none.
select key from cookie_key
