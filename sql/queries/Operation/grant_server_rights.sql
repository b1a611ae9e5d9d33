-- Lets a role do what a server process does, and nothing else.
-- $1 role
-- Writes.
select grant_server_rights($1::text), grant_team_rights($1::text), grant_request_rights($1::text),
       grant_settings_rights($1::text), grant_tag_rights($1::text), grant_badge_rights($1::text),
       grant_unclaimed_tap_rights($1::text), grant_sign_in_rights($1::text), grant_identity_rights($1::text),
       grant_administration_rights($1::text), grant_display_rights($1::text),
       grant_floor_rights($1::text), grant_session_origin_rights($1::text), grant_user_name_rights($1::text),
       grant_log_retention_rights($1::text)
