-- What makes a review look like a fake, for the staff (docs/decisions/0125-signs-of-fakes-are-for-the-staff.md).

alter table reviews
  add column network cidr,                                       -- from which it was written; null after 90 days
  add column fake_signs text[] not null default '{}';
