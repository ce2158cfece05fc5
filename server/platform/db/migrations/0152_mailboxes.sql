-- The mailbox of an address (server/platform/mail/mailbox.ts), by which people are counted: whoever has it can write it in many ways.
-- Null in rows of the release before, until 0153.
alter table accounts add mailbox text;
alter table reviews add mailbox text;
