-- locks cookie_key for a moment
-- The key of cookies is encrypted under the servers' secret: 60 bytes, or 32 until the first server with this version starts. An older
-- server that starts after it uses the encrypted bytes as its key: it forgets devices, and its messages to push services are refused.
-- only for programs that know migration 15
alter table cookie_key drop constraint cookie_key_key_check;
alter table cookie_key add constraint cookie_key_key_check check (octet_length(key) in (32, 60)) not valid;
