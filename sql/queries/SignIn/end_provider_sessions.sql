-- Ends the sessions that an identity provider declares over: with :provider_session, the session of this name;
-- with :subject, the person's sessions without a provider session; with :subject alone, all of the person's sessions of
-- this issuer.
-- Sessions on phones that were started from these sessions end too.
-- No row: no such session is active.
-- :issuer  :subject or null  :provider_session  the provider's name for its session, or null      :now
update sign_in_session as session set ended_at = :now::timestamptz
 where session.ended_at is null and session.issuer = :issuer::text
   and (:subject::text is null
        or session.person_id = (select person_id from identity where issuer = :issuer::text and subject = :subject::text))
   and (:provider_session::text is null or session.provider_session = :provider_session::text
        or :subject::text is not null and session.provider_session is null)
   and (:subject::text is not null or :provider_session::text is not null)
returning session.id
