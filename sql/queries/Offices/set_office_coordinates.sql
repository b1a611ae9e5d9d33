-- Sets an office's coordinates.
-- :latitude  degrees north, null: unknown      :longitude  degrees east, likewise      :office
update office set latitude = :latitude::double precision, longitude = :longitude::double precision where id = :office::bigint
