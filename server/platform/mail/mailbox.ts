import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';

// Gmail ignores dots, and delivers both domains to one mailbox.
const GMAIL_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox to which an address delivers, as far as the address tells: of its many spellings (case, Unicode form, quoted local part, what
 * follows a plus sign, dots of Gmail, `googlemail.com`, a domain in Unicode or with a final dot) one. Whatever counts or blocks by email
 * uses it. It identifies nobody: an account and its links belong to the exact address (`emailKey` of accounts). See docs/decisions/0052-emails-cannot-be-aimed-at-strangers.md.
 */
export function toMailbox(address: string): string {
  const text = address.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const local = unquote(text.slice(0, Math.max(0, at))).replace(/(?<=.)\+.*$/s, '');
  const domain = toDomain(text.slice(at + 1));
  return GMAIL_DOMAINS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** A quoted local part (RFC 5321, 4.1.2) without its quotation marks and backslashes. */
const unquote = (local: string) => /^"(.*)"$/s.exec(local)?.[1]?.replace(/\\(.)/gs, '$1') ?? local;

/** The domain in ASCII; an invalid one stays as it is. */
const toDomain = (domain: string) => (domainToASCII(domain) || domain).replace(/\.+$/, '');

/** The mailbox in the key of a rate limit: of any length, and not stored in plain text. */
export const toMailboxKey = (address: string): string =>
  createHash('sha256').update(toMailbox(address)).digest('base64url');
