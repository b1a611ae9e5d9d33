-- Creates the database, its owner and the server's role in the PostgreSQL of this machine. 'desktap setup' runs it with psql
-- as the user postgres. Safe to repeat.
--
-- The service user 'desktap' connects without a password through the socket (peer). Commands connect as the owner with
-- :password, because root has no role of its own.
\set ON_ERROR_STOP on
set log_statement = 'none';
set log_min_duration_statement = -1;
set client_min_messages = warning;
select format('create role %I login', name)
from unnest(array['desktap', 'desktap_owner']) name
where not exists (select from pg_roles where rolname = name)
\gexec
alter role desktap_owner password :'password';
select 'create database desktap owner desktap_owner template template0 encoding ''UTF8'''
where not exists (select from pg_database where datname = 'desktap')
\gexec
\echo :PORT
