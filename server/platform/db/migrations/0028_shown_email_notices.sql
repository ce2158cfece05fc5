-- When an owner was emailed that listings from before emails became private still show theirs (docs/product.md, Listings): once.
alter table accounts add column shown_email_mailed_at timestamptz(3);
