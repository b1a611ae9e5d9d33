-- Sets an office's coordinates.
-- :latitude  degrees north      :longitude  degrees east      :office
update office set latitude = :latitude::double precision, longitude = :longitude::double precision where id = :office::bigint
