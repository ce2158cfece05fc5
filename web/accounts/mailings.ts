import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { Mailing, MailingKind } from '#contract/mailings.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { toast } from '#web/base/ui/toast.tsx';

const MAILINGS_PATH = '/api/user/mailings';

/** The recurring emails of the account, each on or off. */
export const mailingsQuery = queryOptions<Page<Mailing>, ApiError>({ queryKey: [MAILINGS_PATH] });

const SAVED_TEXTS: Record<MailingKind, { on: string; off: string }> = {
  'weekly-summary': {
    on: t('You’ll get the weekly summary every Monday.'),
    off: t('You won’t get the weekly summary anymore.'),
  },
  'free-summary': {
    on: t('You’ll get the summary of your free listings every Monday.'),
    off: t('You won’t get the summary of your free listings anymore.'),
  },
  'accuracy-check': {
    on: t('We’ll ask you twice a year at most.'),
    off: t('We won’t ask you anymore.'),
  },
  announcement: {
    on: t('You’ll get our news for owners.'),
    off: t('You won’t get our news for owners anymore.'),
  },
  'review-reply': {
    on: t('We’ll email you once for each review.'),
    off: t('We won’t email you about replies anymore.'),
  },
};

/** Turns a recurring email on or off and shows a toast; `busy` until the API has answered. */
export function useToggleMailing(kind: MailingKind) {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const toggle = (on: boolean) =>
    runMutation(t('Couldn’t save'), async () => {
      await send('PUT', MAILINGS_PATH, { kind, on } satisfies Mailing);
      await client.invalidateQueries({ queryKey: [MAILINGS_PATH] });
      toast({ title: t('Saved'), description: SAVED_TEXTS[kind][on ? 'on' : 'off'], tone: 'success' });
    });
  return { toggle, busy };
}
