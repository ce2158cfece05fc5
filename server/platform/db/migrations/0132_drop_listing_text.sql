-- not used since release 0.1.0
-- The search index reads the columns of translations itself (0130), and nothing else called it.

drop function listing_text(listings, text);
