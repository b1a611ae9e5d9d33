-- All provisioners, by name, with the name of the office. Includes revoked provisioners.
select provisioner.id, provisioner.name, provisioner.office_id, office.name as office_name, provisioner.revoked_at
  from provisioner join office on office.id = provisioner.office_id order by provisioner.name
