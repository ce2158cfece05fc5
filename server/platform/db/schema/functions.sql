-- Functions, triggers and views, each written whole with `create or replace`. A start executes the files that changed, in this order.
\ir functions/listing-values.sql
\ir functions/matching.sql
\ir functions/ratings.sql
\ir functions/search-text.sql
\ir functions/opening-hours.sql
\ir functions/relevance.sql
\ir functions/categories.sql
\ir functions/search-index.sql
\ir functions/spelling.sql
\ir functions/public-listings.sql
\ir functions/listing-versions.sql
\ir functions/approval.sql
\ir functions/audit.sql
\ir functions/payments.sql
\ir functions/conversations.sql
\ir functions/review-counts.sql
\ir functions/possible-closures.sql
