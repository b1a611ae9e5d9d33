-- Sets a floor's size and background picture.
-- :width      :height      :picture  hash in hexadecimal digits, null: none      :floor
update floor set width = :width::int, height = :height::int, picture = decode(:picture::text, 'hex')
 where id = :floor::bigint
