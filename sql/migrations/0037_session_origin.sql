-- Where a session comes from, and what ends it for that reason.

alter table sign_in_session
    -- The identity provider that vouched for the person, and its own name for its session (the claim 'sid').
    add column issuer           text check (issuer <> ''),
    add column provider_session text check (provider_session <> '' and length(provider_session) <= 255),
    -- The end in any case; null: by age and use alone.
    add column expires_at       timestamptz,
    -- Who made the link of a session that began by a link; null: a command on the server, or the link was made before this column.
    add column link_author_id   bigint references person,
    -- When the person last proved who they are. A session on a phone takes it from the session that showed the code.
    add column authenticated_at timestamptz;

update sign_in_session set authenticated_at = began_at;
-- The default length of a provider's session holds for those that began before there was one.
update sign_in_session as session
   set expires_at = began_at + interval '7 days',
       issuer = (select min(issuer) from identity where identity.person_id = session.person_id)
 where way = 'provider';
alter table sign_in_session alter column authenticated_at set not null;

create index sign_in_session_by_provider_session on sign_in_session (issuer, provider_session) where ended_at is null;

alter table sign_in_link
    -- Null: a command on the server.
    add column author_id  bigint references person,
    -- The session that showed the code for a phone. The phone's session comes from where this one comes from.
    add column session_id bigint references sign_in_session on delete cascade;
create index sign_in_link_by_session on sign_in_link (session_id);

-- Logout tokens that were taken. Each is good once (OpenID Connect Back-Channel Logout 1.0, 2.6).
create table logout_token (
    issuer  text not null,
    jti     text not null,
    used_at timestamptz not null,
    primary key (issuer, jti)
);

create function grant_session_origin_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, delete on logout_token to %I', server);
end
$$;
revoke execute on function grant_session_origin_rights from public;
