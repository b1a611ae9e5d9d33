-- locks person for a moment
-- What a company's personnel files say about a person, beside the name. null: unknown.
alter table person add column personnel_number text;      -- of an office, as payroll programs know the person
alter table person add column email text;                 -- for invitations, and for reminders of people who named no address
alter table person add column email_since timestamptz;
alter table person add column reading text;               -- how the name is read, such as in hiragana; lists are in its order
alter table person add column first_day date;
alter table person add column last_day date;              -- to come: a server records at its end that the person leaves

alter table person add constraint person_personnel_number_check
    check (personnel_number <> '' and length(personnel_number) <= 64) not valid;
alter table person add constraint person_email_check
    check (email is null or email <> '' and length(email) <= 254 and email_since is not null) not valid;
alter table person add constraint person_reading_check check (reading <> '' and length(reading) <= 200) not valid;

-- People to remind by e-mail: at the address that they confirmed, or at the one of their account.
create or replace view reminder_channel as
select person.id as person_id, person.office_id, 'mail'::text as channel, null::bigint as device_id,
       greatest(coalesce(person_reminders.email_confirmed_at, person.email_since), office_reminders.on_since) as since
  from person
  join office_reminders on office_reminders.office_id = person.office_id and office_reminders.is_on
  left join person_reminders on person_reminders.person_id = person.id
 where person.left_at is null and coalesce(person_reminders.is_on, true)
   and (person_reminders.is_email_confirmed or person.email is not null)
union all
select person.id, person.office_id, 'push', push_subscription.id,
       greatest(push_subscription.created_at, office_reminders.on_since)
  from push_subscription
  join person on person.id = push_subscription.person_id
  join office_reminders on office_reminders.office_id = person.office_id and office_reminders.is_on
  left join person_reminders on person_reminders.person_id = person.id
 where person.left_at is null and coalesce(person_reminders.is_on, true);

create or replace function forget_earlier_names(of_person bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
begin
    if not exists (select from public.person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    update public.admin_log set old = null, new = null
     where person_id = of_person and field in ('user_name', 'display_name', 'personnel_number', 'email', 'reading');
    delete from public.provisioned_name where person_id = of_person;
    insert into public.provisioned (person_id, removed_at) values (of_person, now())
        on conflict (person_id) do update set external_id = null, removed_at = coalesce(provisioned.removed_at, now());
end
$$;
