-- The kinds of 0055.
alter table stripe_simulator.objects validate constraint objects_kind_check;
