-- locks due_log for a moment
-- The retention of logs also applies to earlier names of people in the ledger's facts and to the reasons of ended legal holds.

-- Names that the ledger keeps though their person has later ones, with the time of the later ones.
create view superseded_name as
select fact.subject_id as person_id, fact.seq, person.office_id, record.received_at as at
  from ledger_fact as fact
  join person on person.id = fact.subject_id
 cross join lateral (select seq from ledger_fact as later
                      where later.subject = 'person' and later.subject_id = fact.subject_id and later.seq > fact.seq
                      order by seq limit 1) as later
  join log_record as record on record.seq = later.seq
 where fact.subject = 'person' and fact.content is not null;

-- What the retention of logs deletes, with the time from which it is kept and its office. Null: about all offices.
-- Left out: what a legal hold protects.
create view kept_log as
select 'access' as kind, access_log.id, coalesce(person.office_id, access_log.office_id) as office_id, access_log.at
  from access_log left join person on person.id = access_log.person_id
 where not is_held(access_log.person_id) and not is_held(access_log.reader_id)
union all
select 'account', admin_log.id, person.office_id, admin_log.at
  from admin_log join person on person.id = admin_log.person_id
 where not is_held(person.id)
union all
select 'key', person_key.id, person.office_id, person_key.revoked_at
  from person_key join person on person.id = person_key.person_id
 where person_key.revoked_at is not null and not is_held(person.id)
union all
select 'name', superseded_name.person_id, superseded_name.office_id, superseded_name.at
  from superseded_name where not is_held(superseded_name.person_id)
union all
select 'hold', legal_hold.id, person.office_id, legal_hold.released_at
  from legal_hold join person on person.id = legal_hold.person_id
 where legal_hold.released_at is not null and legal_hold.reason <> '-' and not is_held(person.id);

create or replace view due_log as
select kind, id, office_id from kept_log where at < log_retention_reaches(office_id);

-- Deletes all rows of due_log and returns their number. This is the only way in which the server can delete a log entry.
create or replace function forget_logs() returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    due public.due_log[];
begin
    select array_agg(due_log) into due from public.due_log;
    delete from public.access_log where id in (select id from unnest(due) where kind = 'access');
    delete from public.admin_log where id in (select id from unnest(due) where kind = 'account');
    delete from public.person_key where id in (select id from unnest(due) where kind = 'key');
    -- A reason is never empty.
    update public.legal_hold set reason = '-' where id in (select id from unnest(due) where kind = 'hold');
    update public.ledger_fact as fact set content = null, salt = null
      from public.superseded_name as name
     where fact.subject = 'person' and fact.subject_id = name.person_id and fact.seq = name.seq
       and name.person_id in (select id from unnest(due) where kind = 'name')
       and name.at < public.log_retention_reaches(name.office_id);
    return coalesce(cardinality(due), 0);
end
$$;
