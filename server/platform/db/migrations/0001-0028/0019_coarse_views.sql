-- Owners see the kind of device and the county instead of the user agent (docs/decisions/0057-coarse-views-for-owners.md).
alter table events
  add column device_kind text check (device_kind in ('Phone', 'Tablet', 'Computer')),
  add column county text check (char_length(county) <= 100); -- of the place whose page linked here
update events set device_kind = case
  when user_agent ~ '\mTV\M' then null
  when user_agent ~ '\m(iPhone|Android.*\mMobile)\M' then 'Phone'
  when user_agent ~ '\m(iPad|Android)\M' then 'Tablet'
  when user_agent ~ '\m(Windows|Mac OS X|CrOS|Linux)\M' then 'Computer' end
where user_agent is not null;
-- The check of the columns of views goes with the column.
alter table events drop column user_agent;
alter table events add check (kind = 'view'
  or (network is null and origin is null and county is null and device is null and device_kind is null));
