import { type Kysely, sql } from 'kysely';
import type { QuoteDetails } from '#contract/conversations/quote-details.ts';
import type { DB } from '../../db/schema.ts';

/** A request as it is stored, and how many businesses were asked. */
export interface StoredQuote extends Omit<QuoteDetails, 'id' | 'pictures'> {
  id: number;
  body: string;
  createdAt: Date;
}

/** Reads a quote request. A business that could not be reached at the click was not asked. */
export async function findQuote(db: Kysely<DB>, id: number): Promise<StoredQuote> {
  const { rows } = await sql<StoredQuote>`
    select q.id, q.trade, q.place, q.timing, q.answers, q.body, q.created_at as "createdAt",
      (select coalesce(nullif(count(*) filter (where c.status <> 'unconfirmed'), 0), count(*))::int
        from conversations c where c.quote_request_id = q.id) as asked
    from quote_requests q where q.id = ${id}`.execute(db);
  return rows[0] as StoredQuote;
}
