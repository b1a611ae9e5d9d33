-- Changes settings of an office. Null leaves one unchanged. An office keeps the names that it had.
-- :office   :name   :names_shown_to   :allows_private   :names_on_wall  whether its displays show names at desks
-- :shows_day_target  whether the result of a clock-out shows how much of the day was owed
-- :sets_place  whether the coordinates change     :latitude  degrees north, null: unknown     :longitude  degrees east, likewise
update office
   set name = coalesce(:name::text, name),
       former_names = array_remove(former_names || name, coalesce(:name::text, name)),
       names_shown_to = coalesce(:names_shown_to::text, names_shown_to),
       allows_private = coalesce(:allows_private::bool, allows_private),
       names_on_wall = coalesce(:names_on_wall::bool, names_on_wall),
       shows_day_target = coalesce(:shows_day_target::bool, shows_day_target),
       latitude = case when :sets_place::bool then :latitude::double precision else latitude end,
       longitude = case when :sets_place::bool then :longitude::double precision else longitude end
 where id = :office::bigint
