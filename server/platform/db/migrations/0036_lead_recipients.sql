-- Without a choice the owner and all managers are emailed of new messages to a branch, as of any other listing.
alter table organization_branches alter column lead_recipients set default 'both';
