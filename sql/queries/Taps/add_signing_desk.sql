-- A start at a desk needs a signed address from now on.
-- :office      :desk
insert into signing_desk (office_id, desk) values (:office::bigint, :desk::text) on conflict do nothing
