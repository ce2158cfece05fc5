import clsx from 'clsx';
import type { Html } from '#contract/content.ts';
import type { Site } from '#contract/site.ts';
import { useSite } from '#web/base/api/site.tsx';
import { localPath } from '#web/base/i18n/language.ts';

/** A text of `content/`, with at most 70 characters per line. @param lang its language, if it is not that of the page */
export function Prose({ html, lang, className }: { html: Html; lang?: string; className?: string }) {
  const site = useSite();
  return (
    <div
      lang={lang}
      className={clsx('prose', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, in which the build refuses HTML.
      dangerouslySetInnerHTML={{ __html: insertSiteNames(html, site) }}
    />
  );
}

/** Replaces the placeholders `{site}` and `{operator}` by the configured names, and addresses of pages by those in the language. */
export function insertSiteNames(html: Html, { name, operator }: Site): Html {
  return html
    .replaceAll('{site}', () => escapeHtml(name))
    .replaceAll('{operator}', () => escapeHtml(operator))
    .replaceAll(/(?<=<a href=")\/[^"]*/g, (path) => localPath(path));
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
