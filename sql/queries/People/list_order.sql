-- All people, including people who left, in the order of lists: by the reading of the name, or the displayed name.
select id from person order by coalesce(reading, display_name), id
