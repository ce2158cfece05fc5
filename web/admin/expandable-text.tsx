import { t } from '#contract/i18n/t.ts';
import { EmptyCell } from './date-time.tsx';

const PREVIEW_LENGTH = 120;
// The `u` flag counts code points, so that no emoji is cut in half.
const PREVIEW_PATTERN = new RegExp(`^.{${PREVIEW_LENGTH}}`, 'su');

/** A text that is cut after 120 characters, with a button that shows all of it; a dash for null. */
export function ExpandableText({ text }: { text: string | null }) {
  if (!text) return <EmptyCell />;
  const preview = text.length > PREVIEW_LENGTH && PREVIEW_PATTERN.exec(text)?.[0];
  if (!preview) return <p className="typed whitespace-pre-line">{text}</p>;
  return (
    <details className="group typed">
      <summary className="rounded-field">
        <span className="group-open:hidden">{preview.trimEnd()}… </span>
        <span className="link">
          <span className="group-open:hidden">{t('Show all')}</span>
          <span className="hidden group-open:inline">{t('Show less')}</span>
        </span>
      </summary>
      <p className="typed whitespace-pre-line">{text}</p>
    </details>
  );
}
