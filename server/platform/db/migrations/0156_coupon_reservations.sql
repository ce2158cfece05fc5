-- When the use was reserved for its payment, for which it is held for 30 minutes; null for what was open before, which is held no longer.
alter table coupon_uses add column reserved_at timestamptz(3);
