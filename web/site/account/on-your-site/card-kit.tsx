import { useState } from 'react';
import { toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import {
  EMBED_SANDBOX,
  EMBED_SIZES,
  type EmbedSize,
  type EmbedTheme,
  toEmbedCode,
  toEmbedPath,
  toLinkCode,
} from '#contract/ownership/sharing/embed.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { CodeBox } from './code-box.tsx';
import { Choice, LanguageChoice, useEmbeddedListing } from './kit-options.tsx';

const SIZES: Record<EmbedSize, string> = {
  small: t('Small (200 pixels wide)'),
  medium: t('Medium (320 pixels wide)'),
  large: t('Large, with hours (480 pixels wide)'),
};
const THEMES: Record<EmbedTheme, string> = {
  auto: t('Like the visitor’s device'),
  light: t('Light', null, 'colors'),
  dark: t('Dark', null, 'colors'),
};

/** The card of a listing for another site: how it looks, and its HTML. */
export function CardKit({ listing }: { listing: OwnerListing }) {
  const [size, setSize] = useState<EmbedSize>('medium');
  const [theme, setTheme] = useState<EmbedTheme>('auto');
  const [language, setLanguage] = useState(LANGUAGE);
  const embedded = useEmbeddedListing(listing, language);
  const { width, height } = EMBED_SIZES[size];
  return (
    <div className="grid gap-6">
      <p className="max-w-measure text-muted">
        {t(
          'A card with your hours, reviews and a button to message you. It stays up to date by itself, sets no cookies and runs no scripts on your site.',
        )}
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice label={t('Size')} options={SIZES} value={size} onChange={setSize} />
        <Choice label={t('Colors')} options={THEMES} value={theme} onChange={setTheme} />
        <LanguageChoice value={language} onChange={setLanguage} />
      </div>
      <iframe
        key={`${size} ${theme} ${language}`}
        title={t('Preview of the card')}
        src={toLocalPath(toEmbedPath(listing.id, theme), language)}
        width={width}
        height={height}
        sandbox={EMBED_SANDBOX}
        loading="lazy"
        className="max-w-full"
      />
      <CodeBox label={t('HTML of the card')} code={toEmbedCode(embedded, { theme, width, height })} />
      <CodeBox label={t('HTML of a plain link, where frames aren’t allowed')} code={toLinkCode(embedded)} />
    </div>
  );
}
