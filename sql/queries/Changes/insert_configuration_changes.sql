-- Logs changes of things that administrators manage, in their order. The arrays have one element per change.
-- :now  or null: by the database's clock      :author  or null: a command on the server
-- :things      :actions      :names      :details  null: none
insert into configuration_log (at, author_id, thing, action, name, detail)
select coalesce(:now::timestamptz, now()), :author::bigint, change.thing, change.action, change.name, change.detail
  from unnest(:things::text[], :actions::text[], :names::text[], :details::text[]) with ordinality
       as change (thing, action, name, detail, number)
 order by change.number
