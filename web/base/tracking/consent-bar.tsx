import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { SIGNAL_HONORED_TEXT } from './privacy-choice.ts';

/** Asks for consent to load Google's scripts, or confirms that the browser's privacy signal is honored. */
export function ConsentBar({
  site,
  hasSignal,
  onChoose,
}: {
  site: Site;
  /** Whether the browser sends the Global Privacy Control. */
  hasSignal: boolean;
  onChoose: (agreed: boolean) => void;
}) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => setHeightProperty(bar.current as HTMLElement), []);
  const link = (text: ReactNode) => (
    <a href="/privacy-choices" className="link">
      {text}
    </a>
  );
  return (
    <section ref={bar} data-bottom-bar aria-label={t('Privacy')} className="consent-bar no-print">
      <div>
        <div>
          <p className="font-bold text-lg">{hasSignal ? SIGNAL_HONORED_TEXT : getConsentQuestion(site)}</p>
          <p>
            {hasSignal
              ? rich(
                  'It asks sites not to track you, so we don’t load any Google code. <link>Your Privacy Choices</link>',
                  { link },
                )
              : rich(
                  'If you accept, Google sets cookies and learns which of our pages you visit. The site works the same either way. Change your mind anytime: <link>Your Privacy Choices</link>',
                  { link },
                )}
          </p>
        </div>
        <p>
          {!hasSignal && (
            <Button variant="secondary" onClick={() => onChoose(true)}>
              {t('Accept')}
            </Button>
          )}
          <Button variant="secondary" onClick={() => onChoose(false)}>
            {hasSignal ? t('OK') : t('Decline')}
          </Button>
        </p>
      </div>
    </section>
  );
}

/** Tells the styles how high the bar is, as long as it is there: other bars and the end of the page stay above it. */
function setHeightProperty(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--consent-bar', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--consent-bar');
  };
}

/** The question, depending on what is configured. */
function getConsentQuestion({ measurementId, adsClientId }: Site): string {
  if (!adsClientId) return t('Allow Google to count your visit?');
  return measurementId ? t('Allow Google to count your visit and show ads?') : t('Allow Google to show ads?');
}
