-- locks sign_in_session for a moment
-- Removes the browsers of a session that ends, however it ends. Browsers without a known session go with the person's last one.
create function end_push_subscriptions() returns trigger
    language plpgsql
    as $$
begin
    delete from push_subscription
     where person_id = old.person_id
       and (session_id = old.id
            or session_id is null
               and not exists (select from sign_in_session where person_id = old.person_id and ended_at is null));
    return null;
end
$$;
create trigger end_push_subscriptions after update of ended_at or delete on sign_in_session for each row
    execute function end_push_subscriptions();
