-- outside a transaction
update listings set may_have_closed = true where id in (select listing_id from possible_closures);
