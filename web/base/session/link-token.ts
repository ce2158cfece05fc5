import { useSyncExternalStore } from 'react';
import type { MutationFailure } from '#web/base/api/run-mutation.ts';
import { onLinkOpened, readToken } from './captured-token.ts';

/**
 * The token of the emailed link that led to this page, which its address does not have any more (`captured-token.ts`); null without one.
 * Undefined on the server, which browsers do not send it to, and while the page is hydrated.
 */
export const useLinkToken = (): string | null | undefined =>
  useSyncExternalStore<string | null | undefined>(onLinkOpened, getToken, getUnknown);

const getToken = () => readToken('token');
const getUnknown = () => undefined;

/** The message of a failure whose cause is the token of an emailed link (expired, used or truncated); otherwise undefined. */
export function getTokenError({ status, message, issues = [] }: MutationFailure): string | undefined {
  const isRefused = status >= 400 && status < 500 && status !== 429 && issues.every(({ path }) => path === 'token');
  return isRefused ? (issues[0]?.message ?? message) : undefined;
}
