import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Side } from '#contract/conversations/conversations.ts';
import { businessNameOf } from '#server/conversations/business-name.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import type { DeferredToken } from '#server/platform/jobs/deferred-tokens.ts';
import type { Email } from '#server/platform/mail/mailer.ts';

/** What a token of the customer does; null for both, in emails that were queued before these were two tokens. */
type Purpose = 'page' | 'reply' | null;

/**
 * Creates a token of an email to the customer of a conversation: of its link, or of the address that takes the answer.
 * @returns null when the conversation or its customer's address is gone
 */
export const createConversationToken = (
  db: Kysely<DB>,
  purpose: Purpose,
  id: number,
  { to }: Pick<Email, 'to'>,
): Promise<string | null> =>
  storeToken(db, sql`id, 'customer', null, ${purpose} from conversations where id = ${id} and customer_email = ${to}`);

/**
 * Creates the token of the address that takes an answer of the business, by the account that the email goes to. It opens no page.
 * @returns null when the conversation or the account is gone
 */
export const createBusinessReplyToken = (
  db: Kysely<DB>,
  id: number,
  { to }: Pick<Email, 'to'>,
): Promise<string | null> =>
  storeToken(
    db,
    sql`c.id, 'business', a.id, 'reply' from conversations c, accounts a
      where c.id = ${id} and a.email_key = ${to.toLowerCase()} and a.is_active`,
  );

/** Only its hash is stored. @param link the conversation, the side, the account and the purpose, as the rest of a `select` */
async function storeToken(db: Kysely<DB>, link: RawBuilder<unknown>): Promise<string | null> {
  const token = createReplyToken();
  const { rows } = await sql`
    insert into conversation_links (token_hash, conversation_id, side, account_id, purpose)
    select ${hashToken(token)}, ${link}
    returning conversation_id`.execute(db);
  return rows.length > 0 ? token : null;
}

/** In lower case and short enough for the part of an address before the @, which some mail servers lower and all limit to 64 characters. */
const createReplyToken = () => randomBytes(24).toString('hex');

/** The address that takes the answer to an email, whose token is created when it is sent; undefined if the site receives no emails. */
export const toReplyAddress = (deferred: DeferredToken | undefined, mailDomain: string | undefined) =>
  deferred && mailDomain ? `reply+${deferred.placeholder}@${mailDomain}` : undefined;

const REPLY_ADDRESS = /^reply\+([\da-f]{48})@(.+)$/;

/** The token in an address that takes answers, or null. */
export function parseReplyAddress(address: string, mailDomain: string | undefined): string | null {
  const [, token, domain] = REPLY_ADDRESS.exec(address.toLowerCase()) ?? [];
  return token !== undefined && domain === mailDomain?.toLowerCase() ? token : null;
}

/** Whether mail to an address is that of somebody to whom we may answer. */
export async function hasReplyAddress(db: Kysely<DB>, address: string, mailDomain: string | undefined) {
  const token = parseReplyAddress(address, mailDomain);
  return token !== null && Boolean((await findReplier(db, token))?.address);
}

/** Who an answer by email comes from, by the token of the address that it was sent to. */
export interface Replier {
  conversationId: number;
  side: Side;
  /** The account of the business; null for the customer. */
  accountId: number | null;
  /** The address that we wrote to; null if it is gone or its account is suspended. */
  address: string | null;
  language: string;
  business: string;
}

/** @returns undefined for a token that nobody has */
export async function findReplier(db: Kysely<DB>, token: string): Promise<Replier | undefined> {
  const { rows } = await sql<Replier>`
    select c.id as "conversationId", link.side, a.id as "accountId", ${businessNameOf} as business,
      coalesce(a.language, customers.language, c.customer_language) as language,
      case link.side when 'customer' then c.customer_email else case when a.is_active then a.email end end as address
    from conversation_links link join conversations c on c.id = link.conversation_id
      left join accounts a on a.id = link.account_id left join accounts customers on customers.id = c.customer_id
    where link.token_hash = ${hashToken(token)} and link.purpose is distinct from 'page'`.execute(db);
  return rows[0];
}
