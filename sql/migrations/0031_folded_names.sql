-- locks nothing
-- Names are found without their accents: "muller" finds Müller.

-- A name for comparisons: in lower case, without combining marks. Letters that have no decomposition, such as ø and ß, stay.
create function folded_name(name text) returns text
    language sql immutable parallel safe
    as $$ select regexp_replace(lower(normalize(name, nfkd)), '[\u0300-\u036f]', '', 'g') $$;
