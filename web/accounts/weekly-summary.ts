import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Mailing } from '#contract/mailings.ts';
import { type ApiError, type Page, send } from '../app/api.ts';
import { useRunMutation } from '../app/use-run-mutation.ts';
import { toast } from '../ui/toast.tsx';

const MAILINGS_PATH = '/api/user/mailings';

/** The recurring emails of the account, each on or off. */
export const mailingsQuery = queryOptions<Page<Mailing>, ApiError>({ queryKey: [MAILINGS_PATH] });

/** Turns the weekly summary on or off and shows a toast; `busy` until the API has answered. */
export function useToggleSummary() {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const toggleSummary = (on: boolean) =>
    runMutation('Couldn’t save', async () => {
      await send('PUT', MAILINGS_PATH, { kind: 'weekly-summary', on } satisfies Mailing);
      await client.invalidateQueries({ queryKey: [MAILINGS_PATH] });
      const description = on
        ? 'You’ll get the weekly summary every Monday.'
        : 'You won’t get the weekly summary anymore.';
      toast({ title: 'Saved', description, tone: 'success' });
    });
  return { toggleSummary, busy };
}
