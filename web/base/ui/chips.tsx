import { formatNumber } from '#web/base/i18n/format.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { escapeHtml, useHtml } from './html.ts';
import { iconHtml } from './icon.tsx';

interface ChipLink {
  href: string;
  label: string;
  icon?: string;
  count?: number;
}

/** Chips in a row that wraps, each as `Chip` is. They are one string, because React is slow at making some hundred. */
export function Chips({ links }: { links: ChipLink[] }) {
  const html = useHtml(links.map(toHtml).join(''));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `toHtml` escapes what it is given.
  return <ul className="flex flex-wrap gap-2" dangerouslySetInnerHTML={html} />;
}

const toHtml = ({ href, label, icon, count = 0 }: ChipLink) =>
  `<li><a href="${escapeHtml(localPath(href))}" class="chip">${icon ? iconHtml(icon) : ''}${escapeHtml(label)}${
    count > 0 ? `<small>${formatNumber(count)}</small>` : ''
  }</a></li>`;
