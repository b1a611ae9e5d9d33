-- Lets a role do what a server process does, and nothing else.
-- $1 role
select grant_server_rights($1::text)
