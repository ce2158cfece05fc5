-- 'missing': the owner of a business whose trade California licenses states neither a number nor that none is needed.
alter table listings drop constraint listings_license_check;
alter table listings add constraint listings_license_check
  check (license_check in ('confirmed', 'suspended', 'expired', 'class', 'name', 'missing')) not valid;

-- What the owner was emailed of: '1042318 suspended'.
alter table listings add column if not exists license_mailed text;

-- not used since release 0.1.0
drop trigger if exists listings_license_gone on listings;
drop function if exists forget_license_check();
