-- outside a transaction
alter table export_schedules validate constraint export_schedules_subject_check;
