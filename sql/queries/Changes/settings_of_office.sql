-- The settings of an office as texts, without those that are versions. Null: not set. Locks them until the end of the
-- transaction.
-- :office
select setting.key as name, setting.value #>> '{}' as value
  from (select * from office where id = :office::bigint for no key update) as locked,
       jsonb_each(to_jsonb(locked) - array['id', 'word', 'former_names']) as setting
 union all
select 'reminders_' || setting.key, setting.value #>> '{}'
  from office_reminders, jsonb_each(to_jsonb(office_reminders) - array['office_id', 'on_since', 'last_run']) as setting
 where office_reminders.office_id = :office::bigint
 union all
select 'signing_desks', string_agg(desk, ' ' order by desk) from signing_desk where office_id = :office::bigint
 order by name
