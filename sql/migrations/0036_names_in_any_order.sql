-- locks nothing
-- Names are found without their punctuation and in any order of the words: "oconnor" and "O Connor" find Finn O'Connor.

-- A folded name without apostrophes, dots and hyphens.
create function plain_name(name text) returns text
    language sql immutable parallel safe
    as $$ select regexp_replace(public.folded_name(name), '[''`.\u2018\u2019\u02bc\u2010-]', '', 'g') $$;

-- The patterns of 'like' for each word of a search; null without words.
create function name_patterns(sought text) returns text[]
    language sql immutable parallel safe
    as $$ select array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
            from regexp_split_to_table(public.plain_name(sought), '[\s,]+') as word where word <> '' $$;
