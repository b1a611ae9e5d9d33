-- Changes the privacy settings of an office's map. Null leaves a setting unchanged.
-- :office   :names_shown_to   :allows_private
update office set names_shown_to = coalesce(:names_shown_to::text, names_shown_to),
                  allows_private = coalesce(:allows_private::bool, allows_private)
 where id = :office::bigint
