import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { SIGNAL_HONORED_TEXT, savePrivacyChoice, usePrivacyChoice, usePrivacySignal } from './privacy-choice.ts';

/** What the privacy choices page says when nothing of other companies is loaded. */
export function NoThirdParties() {
  const { data: signal } = usePrivacySignal();
  return (
    <PrivacyStatus icon="shield-check" title={t('You have nothing to opt out of.')}>
      {t('We don’t load any other company’s code on these pages, so no one else sees what you read.')}{' '}
      {signal
        ? `${SIGNAL_HONORED_TEXT} ${t('You don’t need to do anything else.')}`
        : t('If your browser sends the Global Privacy Control signal, we honor it automatically.')}
    </PrivacyStatus>
  );
}

/** The visitor's decision, with buttons to change it. */
export function ConsentChoice() {
  const site = useSite();
  const choice = usePrivacyChoice(site);
  const { data: signal, isPending } = usePrivacySignal();
  const purpose = !site.measurementId ? 'ads' : site.adsClientId ? 'both' : 'visits';
  return (
    <>
      <p className="mb-5 max-w-measure">
        {rich(
          'If you accept, we load Google’s code to {purpose, select, visits {count visits with Google Analytics, which doesn’t store your IP address} ads {show ads in the spaces marked “Advertisement”} other {count visits with Google Analytics, which doesn’t store your IP address and to show ads in the spaces marked “Advertisement”}}. It sets cookies, and Google learns which of our pages you visit, under <policies>its own policies</policies>. If you decline, we don’t load it, and the site works just the same.',
          {
            purpose,
            policies: (text) => (
              <a href="https://policies.google.com/technologies/partner-sites" className="link">
                {text}
              </a>
            ),
          },
        )}
      </p>
      {signal ? (
        <PrivacyStatus icon="shield-check" title={SIGNAL_HONORED_TEXT}>
          {t(
            'Your browser sends the Global Privacy Control signal, so we don’t load this code, whatever you chose here before.',
          )}
        </PrivacyStatus>
      ) : (
        <PrivacyStatus
          icon={choice?.agreed ? 'info' : 'shield-check'}
          title={choice ? (choice.agreed ? t('You accepted.') : t('You declined.')) : t('You haven’t chosen yet.')}
          actions={[true, false].map((agreed) => (
            <Button
              key={String(agreed)}
              variant="secondary"
              disabled={isPending}
              aria-pressed={choice?.agreed === agreed}
              onClick={() => savePrivacyChoice(site, agreed)}
            >
              {agreed ? t('Accept') : t('Decline')}
            </Button>
          ))}
        >
          {signal === false && choice?.agreed ? t('We load Google’s code.') : t('We don’t load any Google code.')}
          {choice && (
            <>
              {' '}
              {rich('You chose this on {day}, and the choice is saved in this browser.', {
                day: <LongDate at={choice.date} />,
              })}
            </>
          )}
        </PrivacyStatus>
      )}
    </>
  );
}

/** A status message with actions. Its minimum height is the same in every state, so that the page does not jump. */
function PrivacyStatus({
  icon,
  title,
  actions,
  children,
}: {
  icon: string;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card className="flex min-h-42 max-w-measure gap-4 p-5">
      <Icon name={icon} className="round-icon" />
      <div>
        <div role="status">
          <p className="font-bold text-lg">{title}</p>
          <p className="mt-1 text-muted">{children}</p>
        </div>
        {actions && <p className="choice-buttons mt-4">{actions}</p>}
      </div>
    </Card>
  );
}
