import { randomBytes } from 'node:crypto';
import type { Email } from '#server/platform/mail/mailer.ts';

/**
 * The token of a link in a queued email, which is created when the email is sent: so the queue does not hold it.
 * See docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md.
 */
export interface DeferredToken {
  /** Which of the `TokenCreators` creates it. */
  kind: string;
  /** What the link is about, by the id of its row. */
  id: number;
  /** Stands for the token in the email. It is random, because people could type a fixed one. */
  placeholder: string;
}

/** A token for an email of which this attempt is one of several; null when the email shall not be sent any more. */
export type CreateToken = (id: number, email: Email) => Promise<string | null>;

/** How the tokens of each kind are created. */
export type TokenCreators = Record<string, CreateToken>;

/** A token to be created when the email is sent. */
export const deferToken = (kind: string, id: number): DeferredToken => ({
  kind,
  id,
  placeholder: randomBytes(16).toString('hex'),
});

/** The email with its tokens; null when it shall not be sent any more. */
export async function fillInTokens(
  email: Email,
  deferred: DeferredToken[],
  creators: TokenCreators,
): Promise<Email | null> {
  let filled: Email | null = email;
  for (const token of deferred) filled = filled && (await fillInToken(filled, token, creators));
  return filled;
}

async function fillInToken(
  email: Email,
  { kind, id, placeholder }: DeferredToken,
  creators: TokenCreators,
): Promise<Email | null> {
  const create = creators[kind];
  // A job of a newer release: its processes try it again.
  if (!create) throw new Error(`There are no tokens of the kind ${kind}`);
  const token = await create(id, email);
  if (token === null) return null;
  const { text, replyAddress, unsubscribe } = email;
  return {
    ...email,
    text: text.replaceAll(placeholder, token),
    ...(replyAddress !== undefined && { replyAddress: replyAddress.replaceAll(placeholder, token) }),
    ...(unsubscribe !== undefined && { unsubscribe: unsubscribe.replaceAll(placeholder, token) }),
  };
}
