-- What administrators start at /admin that commands do too. 0139 validates the kinds.
select allow_audit_kinds('samples-removed', 'backup-started');
