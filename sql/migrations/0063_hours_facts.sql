-- locks nothing
-- Facts of hours: terms, schedules, absences, employments. People, offices and teams are numbers in them.
--
-- A fact is never changed or deleted. The ledger commits to it: a record of the type 'facts' can have facts of hours beside or
-- instead of those in ledger_fact. With the names of a person, the person's facts are erased, and their commitments stay.
create table hours_fact (
    id          uuid primary key,                         -- from the sender
    seq         bigint not null unique,                   -- the order of recording, without gaps
    entry       bigint not null,                          -- the record of the log that commits to the fact
    person_id   bigint,                                   -- whom it or the target of a void concerns; null: all people
    recorded_at timestamptz not null,
    -- SHA-256 of the salt and the JSON array of 'hours' and all other columns but the entry. 'Ledger/fact_flaw' has the same array.
    commitment  bytea not null,
    -- null from here on: erased.
    type        text check (type in ('employment', 'schedule', 'terms', 'holiday', 'kind', 'account', 'grant', 'absence',
                                     'adjustment', 'confirm', 'approve', 'close', 'void')),
    office_id   bigint,                                   -- the office that it names; null: none
    valid_from  date,                                     -- the first or only day; null: a void, a period or an account
    content     text,                                     -- JSON: the fields without id, seq and type
    author_id   bigint,                                   -- null: a change of the person's account, or a command on the server
    reason      text,
    salt        bytea
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

-- Empties all columns of a person's facts before a record, except those that are named here. A column that is added later is
-- emptied, too.
create function empty_hours_facts(of_person bigint, before_entry bigint) returns void
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    columns text;
begin
    select string_agg(format('%I = null', attname), ', ') into columns
      from pg_attribute
     where attrelid = 'public.hours_fact'::regclass and attnum > 0 and not attisdropped
       and attname not in ('id', 'seq', 'entry', 'person_id', 'recorded_at', 'commitment');
    execute format('update public.hours_fact set %s where person_id = $1 and entry < $2 and content is not null', columns)
      using of_person, before_entry;
end
$$;
revoke execute on function empty_hours_facts from public;

-- Appends a record with facts of hours, and with those facts of these subjects that differ from the ledger. Returns the number of
-- facts; 0: no record. If a person's name became the pseudonym of erased names, the person's earlier facts are erased.
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
    latest      bigint;
    digest      bytea;
    number      bigint;
    previous    bytea;
    record_id   uuid := gen_random_uuid();
    accepted    bigint := floor(extract(epoch from clock_timestamp()) * 1000);
    record_salt bytea := public.random_salt();
    time_commit bytea;
begin
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
    select array_agg(fact.salt order by fact.place),
           array_agg(sha256(fact.salt || convert_to(jsonb_build_array(
               'hours', fact.id, latest + fact.place, fact.type, fact.person_id, fact.office_id, fact.valid_from, fact.content,
               fact.author_id, fact.reason, accepted)::text, 'UTF8')) order by fact.place)
      into hours_salts, hours_commitments
      from (select one.*, public.random_salt() as salt
              from unnest(hours) with ordinality
                   as one (id, type, person_id, office_id, valid_from, content, author_id, reason, place)) as fact;
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
    insert into public.hours_fact (id, seq, entry, person_id, recorded_at, commitment, type, office_id, valid_from, content,
                                   author_id, reason, salt)
    select fact.id, latest + fact.place, number, fact.person_id, to_timestamp(accepted / 1000.0), fact.commitment, fact.type,
           fact.office_id, fact.valid_from, fact.content, fact.author_id, fact.reason, fact.salt
      from rows from (unnest(hours), unnest(hours_salts), unnest(hours_commitments)) with ordinality
           as fact (id, type, person_id, office_id, valid_from, content, author_id, reason, salt, commitment, place);
    update public.ledger_fact as earlier set content = null, salt = null
      from unnest(ids, contents) as fact (id, content)
     where of_subject = 'person' and fact.content::jsonb ->> 'user_name' = 'former-' || fact.id
       and earlier.subject = 'person' and earlier.subject_id = fact.id and earlier.seq < number;
    perform public.empty_hours_facts(fact.id, number)
       from unnest(ids, contents) as fact (id, content)
      where of_subject = 'person' and fact.content::jsonb ->> 'user_name' = 'former-' || fact.id;
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

-- Appends facts, which the server has checked, unless one of the ids belongs to another fact. This is the only way in which a
-- server writes facts of hours. The arrays have one element per fact; the ids are distinct. Returns the ids that were known
-- before: with the same content, or another one, with which nothing is appended.
create function append_hours_facts(
    ids uuid[], types text[], people bigint[], offices bigint[], days int[], contents text[], author bigint, reason text
) returns table (known_id uuid, is_same bool)
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    facts public.new_hours_fact[];
begin
    perform from public.log_head for update;
    return query
    select known.id, coalesce(known.type = fact.type and known.content::jsonb = fact.content::jsonb, false)
      from unnest(ids, types, contents) as fact (id, type, content) join public.hours_fact as known on known.id = fact.id;
    select coalesce(array_agg(
               row(fact.id, fact.type, fact.person_id, fact.office_id, date '1970-01-01' + fact.day, fact.content::jsonb::text,
                   author, append_hours_facts.reason)::public.new_hours_fact order by fact.place), '{}')
      into facts
      from unnest(ids, types, people, offices, days, contents) with ordinality
           as fact (id, type, person_id, office_id, day, content, place)
     where not exists (select from public.hours_fact as known where known.id = fact.id);
    if exists (select from unnest(ids, types, contents) as fact (id, type, content)
                 join public.hours_fact as known on known.id = fact.id
                where (known.type = fact.type and known.content::jsonb = fact.content::jsonb) is not true) then
        return;
    end if;
    perform public.record_facts('hours', '{}', facts);
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
