import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askUserAgain } from '../session/session.ts';
import type { FormFailure } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { ApiError } from './api.ts';

/** Why the API did not do something, for people; `status` 0 when it was not reached. */
export interface Refusal extends FormFailure {
  status: number;
}

/**
 * Does something by the API. A refusal becomes a toast of the given title with the API's message, or the title again
 * when there is none, and is returned. `unreachable` is said instead, as an 'Error', where the API was not reached.
 */
export async function attempt(
  title: string,
  deed: () => Promise<unknown>,
  unreachable?: string,
): Promise<Refusal | undefined> {
  const refusal = await refusalOf(title, deed);
  if (!refusal) return undefined;
  if (refusal.status === 0 && unreachable) toast({ title: 'Error', description: unreachable, tone: 'danger' });
  else toast({ title, description: refusal.issues?.[0]?.message ?? refusal.message, tone: 'danger' });
  return refusal;
}

/**
 * The same without a toast, which can be neither heard nor closed beneath an open dialog: its form tells.
 * @param title what is said where the API has no words
 */
export async function refusalOf(title: string, deed: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await deed();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, issues } = error;
    return { status, message: message || title, issues };
  }
}

/** Whether it was the mailed link that the API refused: too old, used or cut short; not what was typed or how often. */
export function isOfLink({ status, issues = [] }: Refusal): boolean {
  return status >= 400 && status < 500 && status !== 429 && issues.every(({ path }) => path === 'token');
}

/** The same for what only the signed-in may do: `busy` meanwhile, and who is signed in is asked again if nobody is. */
export function useAttempt() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    attempt: async (title: string, deed: () => Promise<unknown>) => {
      setBusy(true);
      const refusal = await attempt(title, deed);
      if (refusal?.status === 401) await askUserAgain(client);
      setBusy(false);
      return refusal;
    },
  };
}
