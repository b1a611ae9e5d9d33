-- The first fact that does not fit the ledger. No row: all do.
-- flaw: changed, if a fact does not fit its commitment, or was erased though the person's names were not; missing, if its subject
--   is gone; outdated, if its subject was changed without a record; unrecorded, if it has no fact
-- Has the query of the view current_fact, because an owner of the database can replace a view.
with now as materialized (
    select 'settings' as subject, id as subject_id, to_jsonb(office_settings) - '{id,author_id,set_at}'::text[] as content
      from office_settings
    union all
    select 'person', id, jsonb_build_object('user_name', user_name, 'display_name', display_name) from person
    union all
    select 'hold', id, jsonb_build_object('person_id', person_id, 'held_at', extract(epoch from held_at),
                                          'released_at', extract(epoch from released_at))
      from legal_hold
),
latest as materialized (
    select distinct on (subject, subject_id) subject, subject_id, seq, content::jsonb as content
      from ledger_fact order by subject, subject_id, seq desc
),
flaw as (
    select 'changed' as flaw, fact.subject, fact.subject_id, fact.seq
      from ledger_fact as fact
      left join log_record as record on record.seq = fact.seq
      left join latest using (subject, subject_id)
     where record.type is distinct from 'facts'
        or case when fact.content is null
                then fact.subject <> 'person'
                     or latest.content ->> 'user_name' is distinct from 'former-' || fact.subject_id
                else fact.commitment is distinct from
                     sha256(fact.salt || convert_to(concat_ws(E'\n', subject, subject_id, fact.content), 'UTF8')) end
    union all
    select case when now.content is null then 'missing' when latest.content is null then 'unrecorded' else 'outdated' end,
           subject, subject_id, latest.seq
      from now full join latest using (subject, subject_id)
     -- A later migration may have added a setting.
     where (now.content @> latest.content) is not true
)
select flaw, subject, subject_id, seq from flaw order by seq, subject, subject_id limit 1
