import type { Site } from '#contract/site.ts';
import { Button } from '../ui/button.tsx';
import { SIGNAL_HONORED_TEXT } from './privacy-choice.ts';

/** Asks whether Google's code may be loaded; where the browser has said no by itself, confirms that. Covers nothing for long. */
export function ConsentBar({
  site,
  signal,
  onChoose,
}: {
  site: Site;
  /** The browser sends the Global Privacy Control. */
  signal: boolean;
  onChoose: (agreed: boolean) => void;
}) {
  const more = (
    <a href="/privacy-choices" className="link">
      Your Privacy Choices
    </a>
  );
  return (
    <section aria-label="Privacy" className="consent-bar no-print">
      <div>
        <div>
          <p className="font-bold font-heading text-lg">{signal ? SIGNAL_HONORED_TEXT : getConsentQuestion(site)}</p>
          {signal ? (
            <p>It asks not to be tracked, so no code of Google is loaded here. {more}</p>
          ) : (
            <p>
              It would set cookies and learn which of our pages you see. Nothing here depends on it. Change your mind at
              any time: {more}
            </p>
          )}
        </div>
        <p>
          {!signal && (
            <Button variant="secondary" onClick={() => onChoose(true)}>
              Accept
            </Button>
          )}
          <Button variant="secondary" onClick={() => onChoose(false)}>
            {signal ? 'OK' : 'Decline'}
          </Button>
        </p>
      </div>
    </section>
  );
}

/** What the visitor is asked to agree to: as much as is configured. */
function getConsentQuestion({ measurementId, adsClientId }: Site): string {
  if (!adsClientId) return 'May Google count your visit?';
  return measurementId ? 'May Google count your visit, and show ads here?' : 'May Google show ads here?';
}
