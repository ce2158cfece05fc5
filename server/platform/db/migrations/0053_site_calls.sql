-- Calls and visits of websites by day for the whole site, whose sums over all listings would read each of them.
alter table site_days add column phone_clicks integer not null default 0, add column website_clicks integer not null default 0;
