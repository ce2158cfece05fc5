import { useState } from 'react';
import { toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { BADGE_SIZE, toBadgeCode, toBadgePath } from '#contract/ownership/sharing/embed.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { CodeBox } from './code-box.tsx';
import { Choice, LanguageChoice, useEmbeddedListing } from './kit-options.tsx';

const THEMES = { light: t('Light', null, 'colors'), dark: t('Dark', null, 'colors') };

/** The badge of a listing for another site: how it looks, and its HTML. */
export function BadgeKit({ listing }: { listing: OwnerListing }) {
  const [theme, setTheme] = useState<keyof typeof THEMES>('light');
  const [language, setLanguage] = useState(LANGUAGE);
  const embedded = useEmbeddedListing(listing, language);
  return (
    <div className="grid gap-6">
      <p className="max-w-measure text-muted">
        {t(
          'A picture with your name that links to your listing. From three reviews on it has your stars, and while you’re open it says “Open now”.',
        )}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice label={t('Colors')} options={THEMES} value={theme} onChange={setTheme} />
        <LanguageChoice value={language} onChange={setLanguage} />
      </div>
      <img
        src={toLocalPath(toBadgePath(listing.id, theme), language)}
        alt={t('Preview of the badge')}
        {...BADGE_SIZE}
        className="max-w-full"
      />
      <CodeBox label={t('HTML of the badge')} code={toBadgeCode(embedded, theme)} />
    </div>
  );
}
