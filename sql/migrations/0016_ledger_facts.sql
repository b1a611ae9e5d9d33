-- locks nothing
-- Facts in the ledger: the settings that decide hours, people's names by number, and legal holds.
--
-- A change of them appends one record of the type 'facts' to the log, with a row here for each fact. The record commits to the
-- commitments of its facts. If a person's names are erased with their salts, the chain stays whole.
create table ledger_fact (
    subject    text not null check (subject in ('settings', 'person', 'hold')),
    subject_id bigint not null,                           -- of office_settings, person or legal_hold
    seq        bigint not null,                           -- of the record
    -- JSON. null: erased, as names are when the person has later ones.
    content    text,
    salt       bytea,                                     -- null: erased
    -- SHA-256 of the salt and the lines subject, subject_id and content.
    commitment bytea not null,
    primary key (subject, subject_id, seq)
);
create index ledger_fact_by_seq on ledger_fact (seq);

-- The facts as they are. 'Ledger/fact_flaw' has this query too, because a verification does not trust the database's views.
-- Without the reason of a hold, which is a free text. A migration that adds a setting must also record the facts of the settings.
create view current_fact as
select 'settings' as subject, id as subject_id, to_jsonb(office_settings) - '{id,author_id,set_at}'::text[] as content
  from office_settings
union all
select 'person', id, jsonb_build_object('user_name', user_name, 'display_name', display_name) from person
union all
select 'hold', id, jsonb_build_object('person_id', person_id, 'held_at', extract(epoch from held_at),
                                      'released_at', extract(epoch from released_at))
  from legal_hold;

-- A field of a canonical encoding: its length in four bytes, then its bytes.
create function ledger_field(content bytea) returns bytea
    language sql immutable parallel safe
    as $$ select int4send(octet_length(content)) || content $$;

-- Two version 4 UUIDs: 244 random bits.
create function random_salt() returns bytea
    language sql volatile parallel safe
    as $$ select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) $$;

-- Appends a record with those facts of these subjects that differ from the ledger. Returns their number; 0: no record. If a
-- person's name became the pseudonym of erased names, the person's earlier facts are erased.
create function record_facts(of_subject text, of_ids bigint[]) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    ids         bigint[];
    contents    text[];
    salts       bytea[];
    commitments bytea[];
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
    if ids is null then
        return 0;
    end if;
    select sha256(convert_to(string_agg(concat_ws(' ', of_subject, id, encode(commitment, 'hex')), E'\n' order by id), 'UTF8'))
      into digest from unnest(ids, commitments) as fact (id, commitment);
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
    update public.ledger_fact as earlier set content = null, salt = null
      from unnest(ids, contents) as fact (id, content)
     where of_subject = 'person' and fact.content::jsonb ->> 'user_name' = 'former-' || fact.id
       and earlier.subject = 'person' and earlier.subject_id = fact.id and earlier.seq < number;
    return cardinality(ids);
end
$$;
revoke execute on function record_facts from public;

-- For statement triggers on inserted and updated rows, which the transition table 'changed' contains.
create function record_changed_facts() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
begin
    perform public.record_facts(tg_argv[0], (select array_agg(id) from changed));
    return null;
end
$$;

-- Records facts that the ledger lacks, at most as many as given. Returns their number.
create function record_missing_facts(at_most int) returns bigint
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    named text;
    ids   bigint[];
begin
    foreach named in array '{settings,person,hold}'::text[] loop
        select array_agg(missing.subject_id) into ids
          from (select subject_id from public.current_fact
                 where subject = named
                   and not exists (select from public.ledger_fact as known
                                    where known.subject = named and known.subject_id = current_fact.subject_id)
                 limit at_most) as missing;
        if ids is not null then
            return public.record_facts(named, ids);
        end if;
    end loop;
    return 0;
end
$$;
revoke execute on function record_missing_facts from public;
