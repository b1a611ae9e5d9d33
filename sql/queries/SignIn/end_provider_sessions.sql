-- Ends what a provider says is over: the session of this name, and of the person whose subject it is those without a name; without
-- a name, all of the person's. Sessions on phones that came from them end, too.
-- $1 issuer, $2 subject or null, $3 the provider's session or null, $4 now
update sign_in_session as session set ended_at = $4::timestamptz
 where session.ended_at is null and session.issuer = $1::text
   and ($2::text is null
        or session.person_id = (select person_id from identity where issuer = $1::text and subject = $2::text))
   and ($3::text is null or session.provider_session = $3::text
        or $2::text is not null and session.provider_session is null)
   and ($2::text is not null or $3::text is not null)
returning session.id
