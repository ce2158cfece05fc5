-- Reports that are closed are in the audit log.
select allow_audit_kinds('report-closed');
