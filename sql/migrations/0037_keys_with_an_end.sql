-- locks person_key for a moment
-- Keys of people end, and a key can be for writing tags only. Older keys are for programs and have no end.
alter table person_key
    add column use text not null default 'programs',      -- programs, tags
    add column expires_at timestamptz;                    -- null: never
