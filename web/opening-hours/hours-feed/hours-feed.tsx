import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { HoursFeed, HoursFeedResponse } from '#contract/hours/hours-feeds.ts';
import { t } from '#contract/i18n/t.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { FoundHours } from './found-hours.tsx';

/** The id of the part of the page, to which an email links. */
const ID = 'hours-feed';

/**
 * Where the hours of a listing are read: an address, what it says, and whether the listing follows it.
 * @param onHoursChanged called when the listing got hours
 */
export default function HoursFeedSettings({ id, onHoursChanged }: { id: number; onHoursChanged: () => void }) {
  const path = `/api/user/ads/${id}/hours-feed`;
  const client = useQueryClient();
  const { data } = useQuery<HoursFeedResponse, ApiError>({ queryKey: [path], staleTime: 0 });
  const { runMutation, busy } = useRunMutation();
  const [isChanging, setIsChanging] = useState(false);
  const [error, setError] = useState<string>();
  const part = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (!isLoaded || location.hash !== `#${ID}`) return;
    part.current?.scrollIntoView();
    part.current?.querySelector('summary')?.focus({ preventScroll: true });
  }, [isLoaded]);
  if (!data) return null;
  const { feed } = data;

  const change = async (method: 'PUT' | 'POST' | 'DELETE', action: string, body?: object) => {
    const failure = await runMutation(t('Couldn’t read the hours'), async () => {
      const answer = await send<HoursFeedResponse>(method, path + action, body);
      client.setQueryData([path], answer);
      setIsChanging(false);
      // The button that was clicked may be gone.
      part.current?.querySelector<HTMLElement>('[data-answer]')?.focus();
    });
    setError(failure?.issues?.[0]?.message);
    return !failure;
  };
  const turnOn = async () => {
    if (!(await change('POST', '/turn-on'))) return;
    toast({ title: t('Hours turned on'), description: t('We read them every day from now on.') });
    onHoursChanged();
  };
  const check = async () => {
    if ((await change('POST', '/check')) && feed?.enabled) onHoursChanged();
  };
  const remove = async () => {
    if (await change('DELETE', ''))
      toast({ title: t('Hours turned off'), description: t('Your listing keeps the hours that it has.') });
  };

  return (
    <div ref={part} id={ID} className="scroll-mt-16">
      <Disclosure
        summary={<h2 className="text-lg">{t('Hours from one place')}</h2>}
        open={feed !== null || location.hash === `#${ID}`}
      >
        <div data-answer tabIndex={-1} className="grid max-w-measure gap-4 pt-2 outline-none">
          {feed === null || isChanging ? (
            <AddressForm
              url={feed?.url ?? ''}
              busy={busy}
              error={error}
              onRead={(url) => void change('PUT', '', { url })}
            />
          ) : (
            <>
              <Status feed={feed} />
              {feed.found && <FoundHours found={feed.found} enabled={feed.enabled} />}
              <div className="flex flex-wrap gap-3">
                {!feed.enabled && feed.found && (
                  <Button busy={busy} onClick={turnOn}>
                    {t('Use these hours')}
                  </Button>
                )}
                <Button variant="secondary" busy={busy} onClick={check}>
                  {t('Check now')}
                </Button>
                <Button variant="secondary" disabled={busy} onClick={() => setIsChanging(true)}>
                  {t('Use another address')}
                </Button>
                <Button variant="ghost" disabled={busy} onClick={remove}>
                  {feed.enabled ? t('Turn off') : t('Discard')}
                </Button>
              </div>
            </>
          )}
        </div>
      </Disclosure>
    </div>
  );
}

function AddressForm({
  url,
  busy,
  error,
  onRead,
}: {
  url: string;
  busy: boolean;
  error: string | undefined;
  onRead: (url: string) => void;
}) {
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onRead(String(new FormData(event.currentTarget).get('url')));
      }}
    >
      <p className="text-muted">
        {t(
          'Give us the address of a calendar (iCal) or of JSON, and we read your hours there every day. You see what we read before anything changes.',
        )}
      </p>
      <Field
        label={t('Address of the calendar or JSON')}
        hint={t('In Google Calendar: Settings, your calendar, “Secret address in iCal format.”')}
        error={error}
      >
        {(control) => (
          <TextInput {...control} name="url" inputMode="url" autoComplete="off" defaultValue={url} maxLength={2000} />
        )}
      </Field>
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('Read hours')}
      </Button>
      <h3 className="font-semibold">{t('How your calendar should look')}</h3>
      <ul className="ml-5 grid list-disc gap-1 text-muted text-sm">
        <li>
          {t('An all-day event with “Closed” in its title closes that day; with “Open 10am-2pm” it has those hours.')}
        </li>
        <li>{t('An event with a time and “Open” in its title is the hours of that day.')}</li>
        <li>{t('All other events are ignored, so any calendar will do.')}</li>
      </ul>
    </form>
  );
}

function Status({ feed }: { feed: HoursFeed }) {
  return (
    <>
      <p className="wrap-anywhere">{feed.url}</p>
      {feed.enabled && (
        <p className="flex items-center gap-2 font-semibold">
          <Icon name="check" className="size-5 shrink-0 text-sage" />
          {t('On. We read this address every day.')}
        </p>
      )}
      {feed.readAt && (
        <p className="text-muted text-sm">{rich('Last read {date}', { date: <RecentDateTime at={feed.readAt} /> })}</p>
      )}
      {feed.error && (
        <p role="alert" className="flex items-start gap-2 text-danger">
          <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0" />
          <span>
            {t('We couldn’t read it:')} {feed.error}
          </span>
        </p>
      )}
      <p className="text-muted text-sm">
        {t(
          'The days that the calendar names are set by it: change them there. All other days, and your weekly hours, stay as you set them here. JSON may set the weekly hours too.',
        )}
      </p>
    </>
  );
}
