import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Mailing } from '#contract/mailings.ts';
import { type ApiError, type Page, send } from '../app/api.ts';
import { useRunMutation } from '../app/run-mutation.ts';
import { toast } from '../ui/toast.tsx';

const MAILINGS_PATH = '/api/user/mailings';

/** What the account is mailed again and again, and whether it is. */
export const mailingsQuery = queryOptions<Page<Mailing>, ApiError>({ queryKey: [MAILINGS_PATH] });

/** Turns the weekly summary of who is signed in on or off and says so; `busy` until the API has done it. */
export function useToggleSummary() {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const toggleSummary = (on: boolean) =>
    runMutation('Not saved', async () => {
      await send('PUT', MAILINGS_PATH, { kind: 'weekly-summary', on } satisfies Mailing);
      await client.invalidateQueries({ queryKey: [MAILINGS_PATH] });
      const description = on ? 'The weekly summary comes on Mondays.' : 'The weekly summary does not come any more.';
      toast({ title: 'Saved', description, tone: 'success' });
    });
  return { turn: toggleSummary, busy };
}
