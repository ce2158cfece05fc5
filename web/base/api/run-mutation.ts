import { t } from '#contract/i18n/t.ts';
import type { FormFailure } from '#web/base/ui/form/form.tsx';
import { toast } from '#web/base/ui/toast.tsx';
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
  if (failure.status === 0 && unreachableText)
    toast({ title: t('Error'), description: unreachableText, tone: 'danger' });
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
