-- locks nothing
-- Names are found without the joiners of Persian and other scripts, and without the vowel marks of Arabic and Hebrew.

-- A folded name without apostrophes, dots, hyphens, joiners and vowel marks. No index has this form. The page of the people present
-- leaves out the same characters (filter.js).
create or replace function plain_name(name text) returns text
    language sql immutable parallel safe
    as $$ select regexp_replace(public.folded_name(name),
                     '[''`.\u2018\u2019\u02bc\u2010\u0591-\u05c7\u064b-\u065f\u0670\u200c\u200d-]', '', 'g') $$;
