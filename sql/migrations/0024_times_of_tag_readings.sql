-- locks log_place for a moment
-- When the place of a tap is erased, the time of its tag's reading would still lead to it.
create function forget_time_of_reading() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
begin
    update public.tag_reading set received_at = null
     where uid = old.tag_uid and received_at = (select received_at from public.log_record where seq = old.seq);
    return null;
end
$$;
create trigger place_erased after delete on log_place
    for each row when (old.tag_uid is not null) execute function forget_time_of_reading();
