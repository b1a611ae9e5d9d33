-- All provisioners.
select provisioner.id, provisioner.name, provisioner.office_id, office.name, provisioner.revoked_at
  from provisioner join office on office.id = provisioner.office_id order by provisioner.name
