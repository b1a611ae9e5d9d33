-- Who is who at an identity provider. The subject is the provider's name for somebody, and the only one that it never gives to
-- another (OpenID Connect Core 1.0, 5.7).

create table identity (
    issuer    text not null check (issuer <> ''),
    subject   text not null check (subject <> '' and length(subject) <= 255),
    person_id bigint not null references person,
    linked_at timestamptz not null,
    primary key (issuer, subject),
    unique (person_id, issuer)
);

-- Somebody's names at providers go with their name here.
create function forget_identities(person bigint) returns bigint
    language sql security definer set search_path = public, pg_temp
    as $$
with forgotten as (delete from identity where person_id = person returning 1)
select count(*) from forgotten
$$;
revoke execute on function forget_identities from public;

create function grant_identity_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on identity to %I', server);
    execute format('grant execute on function forget_identities to %I', server);
end
$$;
revoke execute on function grant_identity_rights from public;
