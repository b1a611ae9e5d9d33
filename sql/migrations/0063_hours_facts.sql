-- locks superseded_name for a moment
-- Facts of hours: terms, schedules, absences, employments. People, offices and teams are numbers in them.
--
-- A fact is never changed or deleted. The ledger commits to it: a record of the type 'facts' can have facts of hours beside or
-- instead of those in ledger_fact. Only the reason is a free text, so it has a commitment of its own: with the names of a person,
-- the reasons of the person's facts are erased.
create table hours_fact (
    id          uuid primary key,                         -- from the sender
    seq         bigint not null unique,                   -- the order of recording, without gaps
    entry       bigint not null,                          -- the record of the log that commits to the fact
    person_id   bigint,                                   -- whom it or the target of a void concerns; null: all people
    recorded_at timestamptz not null,
    type        text not null check (type in ('employment', 'schedule', 'terms', 'holiday', 'kind', 'account', 'grant', 'absence',
                                              'adjustment', 'confirm', 'approve', 'close', 'void')),
    office_id   bigint,                                   -- the office that it names; null: none
    valid_from  date,                                     -- the first or only day; null: a void, a period or an account
    content     text not null,                            -- JSON: the fields without id, seq and type
    author_id   bigint,                                   -- null: a change of the person's account, or a command on the server
    salt        bytea not null,
    -- SHA-256 of the salt and the JSON array of 'hours', all columns above but the entry and the salt, and the commitment of the
    -- reason. 'Ledger/fact_flaw' has the same array.
    commitment  bytea not null,
    reason      text,                                     -- null: none, or erased
    reason_salt bytea,                                    -- null, if the reason is
    reason_commitment bytea,                              -- SHA-256 of the reason's salt and the reason; null: there never was one
    constraint hours_fact_reason check ((reason is null) = (reason_salt is null)
                                        and (reason is null or reason_commitment is not null))
);
create index hours_fact_by_person on hours_fact (person_id, valid_from);
create index hours_fact_by_office on hours_fact (office_id, type);
create index hours_fact_by_entry on hours_fact (entry);
create index hours_fact_common on hours_fact (seq) where person_id is null;

-- A fact to append.
create type new_hours_fact as (
    id         uuid,
    type       text,
    person_id  bigint,
    office_id  bigint,
    valid_from date,
    content    text,                                      -- as PostgreSQL writes jsonb
    author_id  bigint,
    reason     text
);

-- The names in the ledger of a person whose names are erased. 'Ledger/fact_flaw' has the same text.
create function erased_names(person bigint) returns text
    language sql stable set search_path = pg_catalog, pg_temp
    as $$
select jsonb_build_object('user_name', 'former-' || person, 'display_name', 'Former employee ' || person)::text
$$;

-- Without pseudonyms of erased names, which prove that reasons were erased.
create or replace view superseded_name as
select fact.subject_id as person_id, fact.seq, person.office_id, record.received_at as at
  from ledger_fact as fact
  join person on person.id = fact.subject_id
 cross join lateral (select seq from ledger_fact as later
                      where later.subject = 'person' and later.subject_id = fact.subject_id and later.seq > fact.seq
                      order by seq limit 1) as later
  join log_record as record on record.seq = later.seq
 where fact.subject = 'person' and fact.content is not null
   and fact.content <> erased_names(fact.subject_id);

-- Appends a record with facts of hours, and with those facts of these subjects that differ from the ledger. Returns the number of
-- facts; 0: no record. If a person's names became the pseudonym of erased names, the person's earlier names and the reasons of the
-- person's earlier facts are erased.
create function record_facts(of_subject text, of_ids bigint[], hours new_hours_fact[]) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    ids         bigint[];
    contents    text[];
    salts       bytea[];
    commitments bytea[];
    hours_salts bytea[];
    hours_commitments bytea[];
    reason_salts bytea[];
    reason_commitments bytea[];
    latest      bigint;
    digest      bytea;
    number      bigint;
    previous    bytea;
    record_id   uuid := gen_random_uuid();
    accepted    bigint := floor(extract(epoch from clock_timestamp()) * 1000);
    record_salt bytea := public.random_salt();
    time_commit bytea;
begin
    if coalesce(cardinality(of_ids), 0) + cardinality(hours) = 0 then
        return 0;
    end if;
    -- First, because facts that another transaction records meanwhile are not recorded again.
    select seq + 1, hash into number, previous from public.log_head for update;
    select array_agg(fact.subject_id), array_agg(fact.content), array_agg(fact.salt),
           array_agg(sha256(fact.salt || convert_to(concat_ws(E'\n', of_subject, fact.subject_id, fact.content), 'UTF8')))
      into ids, contents, salts, commitments
      from (select now.subject_id, now.content::text as content, public.random_salt() as salt
              from public.current_fact as now
             where now.subject = of_subject and now.subject_id = any(of_ids)
               and now.content is distinct from
                   (select known.content::jsonb from public.ledger_fact as known
                     where known.subject = now.subject and known.subject_id = now.subject_id
                     order by known.seq desc limit 1)) as fact;
    if ids is null and cardinality(hours) = 0 then
        return 0;
    end if;
    select coalesce(max(seq), 0) into latest from public.hours_fact;
    select array_agg(fact.salt order by fact.place), array_agg(fact.reason_salt order by fact.place),
           array_agg(fact.reason_commitment order by fact.place),
           array_agg(sha256(fact.salt || convert_to(jsonb_build_array(
               'hours', fact.id, latest + fact.place, fact.person_id, accepted, fact.type, fact.office_id, fact.valid_from,
               fact.content, fact.author_id, encode(fact.reason_commitment, 'hex'))::text, 'UTF8')) order by fact.place)
      into hours_salts, reason_salts, reason_commitments, hours_commitments
      from (select salted.*, public.random_salt() as salt,
                   sha256(salted.reason_salt || convert_to(salted.reason, 'UTF8')) as reason_commitment
              from (select sent.*, case when sent.reason is not null then public.random_salt() end as reason_salt
                      from unnest(hours) with ordinality
                           as sent (id, type, person_id, office_id, valid_from, content, author_id, reason, place)) as salted
           ) as fact;
    -- 'Ledger/ledger_page' has the same lines.
    select sha256(convert_to(string_agg(line, E'\n' order by subject collate "C", subject_id), 'UTF8')) into digest
      from (select of_subject as subject, fact.id as subject_id,
                   concat_ws(' ', of_subject, fact.id, encode(fact.commitment, 'hex')) as line
              from unnest(ids, commitments) as fact (id, commitment)
            union all
            select 'hours', latest + fact.place,
                   concat_ws(' ', 'hours', latest + fact.place, coalesce(fact.person_id::text, '-'), encode(fact.commitment, 'hex'))
              from rows from (unnest(hours), unnest(hours_commitments)) with ordinality
                   as fact (id, type, person_id, office_id, valid_from, content, author_id, reason, commitment, place)) as listed;
    time_commit := sha256(record_salt || public.ledger_field('desktap facts 1') || public.ledger_field('facts')
                          || public.ledger_field(uuid_send(record_id)) || public.ledger_field(int8send(accepted))
                          || public.ledger_field(digest));
    update public.log_head
       set seq = number,
           -- As LedgerEntry.hash. The last field: no place.
           hash = sha256(public.ledger_field('desktap entry 1') || public.ledger_field(int8send(number))
                         || public.ledger_field(previous) || public.ledger_field('facts')
                         || public.ledger_field(uuid_send(record_id)) || public.ledger_field(int8send(accepted * 1000))
                         || public.ledger_field(time_commit) || '\xffffffff'::bytea)
    returning hash into previous;
    insert into public.log_record (seq, id, type, received_at, salt, entry_hash, time_commit)
    values (number, record_id, 'facts', to_timestamp(accepted / 1000.0), record_salt, previous, time_commit);
    insert into public.ledger_fact (subject, subject_id, seq, content, salt, commitment)
    select of_subject, id, number, content, salt, commitment
      from unnest(ids, contents, salts, commitments) as fact (id, content, salt, commitment);
    insert into public.hours_fact (id, seq, entry, person_id, recorded_at, type, office_id, valid_from, content, author_id, salt,
                                   commitment, reason, reason_salt, reason_commitment)
    select fact.id, latest + fact.place, number, fact.person_id, to_timestamp(accepted / 1000.0), fact.type, fact.office_id,
           fact.valid_from, fact.content, fact.author_id, fact.salt, fact.commitment, fact.reason, fact.reason_salt,
           fact.reason_commitment
      from rows from (unnest(hours), unnest(hours_salts), unnest(hours_commitments), unnest(reason_salts),
                      unnest(reason_commitments)) with ordinality
           as fact (id, type, person_id, office_id, valid_from, content, author_id, reason, salt, commitment, reason_salt,
                    reason_commitment, place);
    update public.ledger_fact as earlier set content = null, salt = null
      from unnest(ids, contents) as fact (id, content)
     where of_subject = 'person' and fact.content::jsonb ->> 'user_name' = 'former-' || fact.id
       and earlier.subject = 'person' and earlier.subject_id = fact.id and earlier.seq < number
       and earlier.content <> public.erased_names(fact.id);
    update public.hours_fact as earlier set reason = null, reason_salt = null
      from unnest(ids, contents) as fact (id, content)
     where of_subject = 'person' and fact.content = public.erased_names(fact.id)
       and earlier.person_id = fact.id and earlier.entry < number and earlier.reason is not null;
    return coalesce(cardinality(ids), 0) + cardinality(hours);
end
$$;
revoke execute on function record_facts(text, bigint[], new_hours_fact[]) from public;

create or replace function record_facts(of_subject text, of_ids bigint[]) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
begin
    return public.record_facts(of_subject, of_ids, '{}'::public.new_hours_fact[]);
end
$$;

-- Appends facts, which the server has checked. This is the only way in which a server writes facts of hours. The arrays have one
-- element per fact; the ids are distinct. Returns the ids that are not new, and those that are refused; if one is refused, nothing
-- is appended. The outcomes:
--   known   the fact was recorded before
--   other   another fact has the id
--   former  the names of the person are erased, so there can be no reason, which could have a name
create function append_hours_facts(
    ids uuid[], types text[], people bigint[], offices bigint[], days int[], contents text[], author bigint, reason text
) returns table (fact_id uuid, outcome text)
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    facts      public.new_hours_fact[];
    is_refused bool := false;
begin
    -- First, because names can be erased meanwhile.
    perform from public.log_head for update;
    for fact_id, outcome in
        select known.id,
               case when known.type = fact.type and known.content::jsonb = fact.content::jsonb then 'known' else 'other' end
          from unnest(ids, types, contents) as fact (id, type, content) join public.hours_fact as known on known.id = fact.id
        union all
        select fact.id, 'former'
          from unnest(ids, people) as fact (id, person_id) join public.person on person.id = fact.person_id
         where append_hours_facts.reason is not null and person.user_name = 'former-' || person.id
           and not exists (select from public.hours_fact as known where known.id = fact.id)
    loop
        is_refused := is_refused or outcome <> 'known';
        return next;
    end loop;
    if is_refused then
        return;
    end if;
    select coalesce(array_agg(
               row(fact.id, fact.type, fact.person_id, fact.office_id, date '1970-01-01' + fact.day, fact.content::jsonb::text,
                   author, append_hours_facts.reason)::public.new_hours_fact order by fact.place), '{}')
      into facts
      from unnest(ids, types, people, offices, days, contents) with ordinality
           as fact (id, type, person_id, office_id, day, content, place)
     where not exists (select from public.hours_fact as known where known.id = fact.id);
    if cardinality(facts) > 0 then
        perform public.record_facts('hours', '{}', facts);
    end if;
end
$$;
revoke execute on function append_hours_facts from public;

create function grant_hours_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant execute on function append_hours_facts to %I', server);
end
$$;
revoke execute on function grant_hours_rights from public;
