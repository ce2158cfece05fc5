import { createContext, type MouseEvent, useContext } from 'react';
import { isLanguage } from '#contract/i18n/languages.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { switchOnClick } from './language-links.tsx';

/** The HTML inside the footer. The server makes it once, and the browser takes it from the page: its scripts need not contain it. */
export const FooterContext = createContext({ __html: '' });

/** The footer around what `footer.tsx` makes. */
export function StaticFooter() {
  return (
    <footer
      className="no-print night mt-10 text-ink md:mt-24"
      {...onLinkOpen(openLink)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React has made it.
      dangerouslySetInnerHTML={useContext(FooterContext)}
    />
  );
}

/** Counts clicks on the profiles of the site, and opens this page, not the home page of the link, in another language. */
function openLink(event: MouseEvent) {
  const link = (event.target as Element).closest('a');
  const network = link?.getAttribute('data-network');
  if (network) recordEvent('social_click', { network });
  if (isLanguage(link?.hreflang)) switchOnClick(event, link.hreflang);
}
