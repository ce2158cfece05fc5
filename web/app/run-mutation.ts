import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateUser } from '../session/session.ts';
import type { FormFailure } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { ApiError } from './api.ts';

/** A failed request to the API, with a message for people; `status` is 0 when the API was not reached. */
export interface MutationFailure extends FormFailure {
  status: number;
}

/**
 * Runs a mutation and returns its failure, if any. A failure is also shown as a toast with the given title and the message
 * of the API, or the title again when there is none.
 * @param unreachableText shown under the title 'Error' instead, when the API was not reached
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
 * Runs a mutation and returns its failure without a toast. For forms in dialogs, which show the failure themselves, because
 * an open modal dialog makes the toast below it inert and silent.
 * @param title the message when the API sends none
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

/** The message of a failure whose cause is the token of an emailed link (expired, used or truncated); otherwise undefined. */
export function getTokenError({ status, message, issues = [] }: MutationFailure): string | undefined {
  const isRefused = status >= 400 && status < 500 && status !== 429 && issues.every(({ path }) => path === 'token');
  return isRefused ? (issues[0]?.message ?? message) : undefined;
}

/** `runMutation` for signed-in users, with a `busy` state. A 401 also reads the user again, who is then shown as signed out. */
export function useRunMutation() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    runMutation: async (title: string, mutation: () => Promise<unknown>) => {
      setBusy(true);
      const failure = await runMutation(title, mutation);
      if (failure?.status === 401) await invalidateUser(client);
      setBusy(false);
      return failure;
    },
  };
}
