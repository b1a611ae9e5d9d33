-- The role of this database session, and the privileges that exceed a server's needs.
select current_user::text as name, rolsuper as is_superuser,
       -- The owner of the log can also be a role that this one is a member of.
       pg_has_role(current_user, (select relowner from pg_class where oid = 'log_record'::regclass), 'member') as owns_tables,
       has_schema_privilege(current_user, 'public', 'create') as creates_objects
  from pg_roles
 where rolname = current_user
