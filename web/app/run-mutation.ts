import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateUser } from '../session/session.ts';
import type { FormFailure } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { ApiError } from './api.ts';

/** Why the API did not do something, for people; `status` 0 when it was not reached. */
export interface MutationFailure extends FormFailure {
  status: number;
}

/**
 * Does something by the API. A refusal becomes a toast of the given title with the API's message, or the title again
 * when there is none, and is returned. `unreachable` is said instead, as an 'Error', where the API was not reached.
 */
export async function runMutation(
  title: string,
  mutation: () => Promise<unknown>,
  unreachableText?: string,
): Promise<MutationFailure | undefined> {
  const failure = await toFailure(title, mutation);
  if (!failure) return undefined;
  if (failure.status === 0 && unreachableText) toast({ title: 'Error', description: unreachableText, tone: 'danger' });
  else toast({ title, description: failure.issues?.[0]?.message ?? failure.message, tone: 'danger' });
  return failure;
}

/**
 * The same without a toast, which can be neither heard nor closed beneath an open dialog: its form tells.
 * @param title what is said where the API has no words
 */
export async function toFailure(title: string, mutation: () => Promise<unknown>): Promise<MutationFailure | undefined> {
  try {
    await mutation();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, issues } = error;
    return { status, message: message || title, issues };
  }
}

/** Whether it was the mailed link that the API refused: too old, used or cut short; not what was typed or how often. */
export function isTokenFailure({ status, issues = [] }: MutationFailure): boolean {
  return status >= 400 && status < 500 && status !== 429 && issues.every(({ path }) => path === 'token');
}

/** The same for what only the signed-in may do: `busy` meanwhile, and who is signed in is asked again if nobody is. */
export function useRunMutation() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    runMutation: async (title: string, deed: () => Promise<unknown>) => {
      setBusy(true);
      const refusal = await runMutation(title, deed);
      if (refusal?.status === 401) await invalidateUser(client);
      setBusy(false);
      return refusal;
    },
  };
}
