import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { hashToken } from '#server/platform/http/sessions.ts';

const BOUNCE_ADDRESS = /^bounce\+([\da-f]{48})@(.+)$/;

/** The address to which an announcement comes back; undefined if the site receives no emails. */
export const toBounceAddress = (token: string, mailDomain: string | undefined) =>
  mailDomain === undefined ? undefined : `bounce+${token}@${mailDomain}`;

function parseBounceAddress(address: string, mailDomain: string | undefined): Buffer | null {
  const [, token, domain] = BOUNCE_ADDRESS.exec(address.toLowerCase()) ?? [];
  return token !== undefined && domain === mailDomain?.toLowerCase() ? hashToken(token) : null;
}

/** Whether an announcement comes back to an address. */
export async function hasBounceAddress(db: Kysely<DB>, address: string, mailDomain: string | undefined) {
  const hash = parseBounceAddress(address, mailDomain);
  if (hash === null) return false;
  const { rows } = await sql`select 1 from announcement_recipients where bounce_token_hash = ${hash}`.execute(db);
  return rows.length > 0;
}

/** Records that the emails of these addresses came back. */
export async function recordBounces(
  db: Kysely<DB>,
  addresses: string[],
  mailDomain: string | undefined,
): Promise<void> {
  const hashes = addresses.flatMap((address) => parseBounceAddress(address, mailDomain) ?? []);
  if (hashes.length === 0) return;
  await sql`update announcement_recipients set bounced_at = coalesce(bounced_at, now())
    where bounce_token_hash = any(${hashes}::bytea[])`.execute(db);
}
