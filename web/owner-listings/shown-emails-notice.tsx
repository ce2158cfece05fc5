import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ShownEmails } from '#contract/ownership/shown-emails.ts';
import { send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

// The prefix /api/user/ removes it from the cache on sign-out.
const queryKey = ['/api/user/shown-emails'];

/** Says that listings from before emails became private show theirs, until the owner hides it or keeps it. */
export function ShownEmailsNotice() {
  const { data } = useQuery<ShownEmails>({ queryKey, retry: false, throwOnError: false });
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const [chosen, setChosen] = useState<boolean>();
  const choose = (shown: boolean) =>
    runMutation(t('Couldn’t save that'), async () => {
      client.setQueryData(queryKey, await send<ShownEmails>('POST', '/api/user/shown-emails', { shown }));
      setChosen(shown);
    });
  if (chosen !== undefined)
    return (
      <p ref={focusAnswer} tabIndex={-1} className="mb-4 flex gap-3 rounded-card bg-sage-wash p-4 outline-none">
        <Icon name="check" className="mt-0.5 size-5 shrink-0 text-sage" />
        {chosen
          ? t('Your email stays on your page. You can hide it anytime when you edit a listing.')
          : t('Your email is hidden. Customers still reach you with the “Message” button.')}
      </p>
    );
  if (!data?.listings) return null;
  return (
    <section
      aria-label={t('Your email is public')}
      className="mb-4 flex flex-wrap items-center justify-between gap-4 rounded-card bg-pacific-wash p-4 sm:px-5"
    >
      <p className="flex min-w-0 gap-3">
        <Icon name="mail" className="mt-0.5 size-5 shrink-0 text-pacific" />
        <span>
          {t(
            '{count, plural, one {Customers can see the email address on your listing.} other {Customers can see the email addresses on # of your listings.}} You posted before emails became private.',
            { count: data.listings },
          )}
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" busy={busy} onClick={() => choose(false)}>
          {t('Hide my email')}
        </Button>
        <Button variant="secondary" size="sm" disabled={busy} onClick={() => choose(true)}>
          {t('Keep showing it')}
        </Button>
      </div>
    </section>
  );
}

// The clicked button is gone.
const focusAnswer = (answer: HTMLElement | null) => answer?.focus({ preventScroll: true });
