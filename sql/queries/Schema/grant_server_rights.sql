-- Grants a role the rights of a server process, and no others.
-- :role  a database role, not a superuser
-- Writes.
select grant_server_rights(:role::text), grant_team_rights(:role::text), grant_request_rights(:role::text),
       grant_settings_rights(:role::text), grant_tag_rights(:role::text), grant_badge_rights(:role::text),
       grant_unclaimed_tap_rights(:role::text), grant_sign_in_rights(:role::text), grant_identity_rights(:role::text),
       grant_administration_rights(:role::text), grant_display_rights(:role::text),
       grant_floor_rights(:role::text), grant_session_origin_rights(:role::text), grant_user_name_rights(:role::text),
       grant_log_retention_rights(:role::text), grant_reminder_rights(:role::text),
       grant_configuration_log_rights(:role::text), grant_failed_sign_in_rights(:role::text),
       grant_sent_form_rights(:role::text), grant_provisioned_name_rights(:role::text),
       grant_flag_confirmation_rights(:role::text), grant_day_question_rights(:role::text),
       grant_day_note_rights(:role::text),
       grant_hr_office_rights(:role::text),
       grant_export_rights(:role::text), grant_hours_rights(:role::text), grant_employment_rights(:role::text),
       grant_fact_erasure_rights(:role::text), grant_warning_note_rights(:role::text)
