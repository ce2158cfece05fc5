import { sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Why a message waits for the staff, as the queue says it. */
export type HoldReason = 'link' | 'word' | 'alike';

/** A message of a customer, before it is stored. */
export interface SuspectMessage {
  text: string;
  listingId: number;
  /** The mailbox of the address that the customer gave. */
  mailbox: string;
  /** Whether the business has not answered them, and they have no account whose email is confirmed. */
  isStranger: boolean;
}

// Not the domain of an email address, which people often write.
export const LINK =
  /(?:https?:\/\/|\bwww\.)\S|(?<![@\w.-])[\w-]{2,}\.(?:com|net|org|info|biz|io|co|ru|cn|xyz|top|shop|site|online|click|link|app)\b/iu;

/** How many other businesses were sent nearly the same within a day: by anybody else, and by the customer. */
const ALIKE_FROM_OTHERS = 3;
const ALIKE_FROM_CUSTOMER = 6;

/** Why the staff has to see a message first; empty for nearly all. It is never refused for its text. */
export async function findHoldReasons(
  trx: Transaction<DB>,
  message: SuspectMessage,
  settings: Pick<SettingValues, 'messageWords'>,
): Promise<HoldReason[]> {
  const reasons: HoldReason[] = [];
  if (message.isStranger && LINK.test(message.text)) reasons.push('link');
  if (findWords(message.text, settings.messageWords).length > 0) reasons.push('word');
  if (await isSentAround(trx, message)) reasons.push('alike');
  return reasons;
}

/** The words and phrases of the setting that a text has: one a line, or with commas between them. Accents and case are ignored. */
export function findWords(text: string, words: string): string[] {
  const folded = ` ${fold(text)} `;
  const isFound = (word: string) => fold(word) !== '' && folded.includes(` ${fold(word)} `);
  return words
    .split(/[\n,]/)
    .filter(isFound)
    .map((word) => word.trim());
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

async function isSentAround(trx: Transaction<DB>, { text, listingId, mailbox }: SuspectMessage): Promise<boolean> {
  const { rows } = await sql<{ own: number; others: number }>`
    select count(distinct listing_id) filter (where customer_email_key = ${mailbox})::int as own,
      count(distinct listing_id) filter (where customer_email_key is distinct from ${mailbox})::int as others
    from (
      select c.listing_id, c.customer_email_key, left(m.body, 500) as body
      from messages m join conversations c on c.id = m.conversation_id
      where m.sender = 'customer' and m.created_at > now() - interval '1 day' and c.listing_id <> ${listingId}
      order by m.created_at desc limit 300
    ) as recent
    where similarity(body, ${text.slice(0, 500)}) > 0.7`.execute(trx);
  const { own = 0, others = 0 } = rows[0] ?? {};
  return others >= ALIKE_FROM_OTHERS || own >= ALIKE_FROM_CUSTOMER;
}
