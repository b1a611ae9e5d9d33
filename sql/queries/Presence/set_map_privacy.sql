-- Changes the privacy settings of an office's map and of its displays. Null leaves a setting unchanged.
-- :office   :names_shown_to   :allows_private   :names_on_wall  whether the displays show names at desks
update office set names_shown_to = coalesce(:names_shown_to::text, names_shown_to),
                  allows_private = coalesce(:allows_private::bool, allows_private),
                  names_on_wall = coalesce(:names_on_wall::bool, names_on_wall)
 where id = :office::bigint
