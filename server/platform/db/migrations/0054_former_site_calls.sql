-- outside a transaction
-- Of the days before. The total of a day in which both releases count lacks what the former one counted after this.
update site_days s set phone_clicks = d.phone, website_clicks = d.website
from (select day, sum(phone_clicks) as phone, sum(website_clicks) as website from listing_days group by day) as d
where d.day = s.day and s.phone_clicks = 0 and s.website_clicks = 0;
