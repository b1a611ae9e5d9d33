-- Whether an administrator who works here is signed in, or can sign in with a password, at an identity provider or by an unused
-- link. Always one row.
-- :used_since, :began_since  an active session was last used, and began, at these instants or later      :now
select exists (
  select from person where role = 'administrator' and left_at is null
     and (exists (select from local_password where person_id = person.id)
          or exists (select from identity where person_id = person.id)
          or exists (select from sign_in_link
                      where person_id = person.id and used_at is null and expires_at > :now::timestamptz)
          or exists (select from sign_in_session
                      where person_id = person.id and ended_at is null and used_at >= :used_since::timestamptz
                        and began_at >= :began_since::timestamptz
                        and (expires_at is null or expires_at > :now::timestamptz)))) as can_sign_in
