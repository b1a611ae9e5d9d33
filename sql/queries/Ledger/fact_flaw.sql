-- The first fact that does not fit the ledger. No row: all do.
-- flaw: changed, if a fact does not fit its commitment, or was erased though it is the latest or not about a person; missing, if
--   its subject is gone; outdated, if its subject was changed without a record; unrecorded, if it has no fact
-- A later erasure of hours lists an erased fact of hours. The reason of a fact is also erased with the names of its person: a later
-- name is the pseudonym.
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
fact as materialized (
    select fact.subject, fact.subject_id, fact.seq,
           row_number() over (partition by fact.subject, fact.subject_id order by fact.seq desc) = 1 as is_latest,
           record.type is not distinct from 'facts'
               and case when fact.content is null
                        then fact.subject = 'person'
                        else fact.commitment is not distinct from
                             sha256(fact.salt || convert_to(concat_ws(E'\n', subject, subject_id, fact.content), 'UTF8'))
                   end as fits,
           fact.content
      from ledger_fact as fact left join log_record as record on record.seq = fact.seq
),
former as (
    -- As 'erased_names'.
    select subject_id as person_id, max(seq) as seq
      from fact
     where subject = 'person' and fits
       and content = jsonb_build_object('user_name', 'former-' || subject_id, 'display_name', 'Former employee ' || subject_id)::text
     group by subject_id
),
hours as (
    select fact.seq as subject_id, fact.entry as seq,
           coalesce(
               record.type = 'facts'
               and case when fact.content is null
                        then num_nonnulls(fact.salt, fact.office_id, fact.valid_from, fact.author_id, fact.reason,
                                          fact.reason_salt, fact.reason_commitment) = 0
                             and exists (select from erased_fact as listed join erasure on erasure.id = listed.erasure_id
                                          where listed.seq = fact.seq and erasure.part = 'time' and erasure.seq > fact.entry)
                        else fact.commitment = sha256(fact.salt || convert_to(jsonb_build_array(
                                 'hours', fact.id, fact.seq, fact.person_id,
                                 round(extract(epoch from fact.recorded_at) * 1000)::bigint, fact.type, fact.office_id,
                                 fact.valid_from, fact.content, fact.author_id, encode(fact.reason_commitment, 'hex'))::text, 'UTF8'))
                             and case when fact.reason is not null
                                      then fact.reason_commitment = sha256(fact.reason_salt || convert_to(fact.reason, 'UTF8'))
                                      else fact.reason_salt is null
                                           and (fact.reason_commitment is null or fact.entry < former.seq) end
                   end, false) as fits
      from hours_fact as fact left join log_record as record on record.seq = fact.entry
      left join former on former.person_id = fact.person_id
),
flaw as (
    select 'changed' as flaw, subject, subject_id, seq from fact where not fits or (is_latest and content is null)
    union all
    select 'changed', 'hours', subject_id, seq from hours where not fits
    union all
    select case when now.content is null then 'missing' when latest.seq is null then 'unrecorded' else 'outdated' end,
           subject, subject_id, latest.seq
      from now full join (select * from fact where is_latest) as latest using (subject, subject_id)
     -- What does not fit may not be JSON.
     where case when latest.fits is not false then now.content is distinct from latest.content::jsonb end
)
select flaw, subject, subject_id, seq from flaw order by seq, subject, subject_id limit 1
