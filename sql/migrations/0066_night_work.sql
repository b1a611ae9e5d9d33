-- locks office_settings for a moment
-- The night band of an office: from night_from until night_to by the office's clock, which is on the next day if it is earlier.

-- First, because a transaction that records taps locks it before it reads settings.
select seq from log_head for update;

alter table office_settings add column night_from time;       -- null: night work is not counted
alter table office_settings add column night_to time;
alter table office_settings add constraint office_settings_night_check
    check ((night_from is null) = (night_to is null) and night_from <> night_to) not valid;

-- The content of the settings' facts has the new columns. Earlier facts stay as they are.
select record_facts('settings', array_agg(id)) from office_settings;
