import { useSite } from '#web/base/api/site.tsx';
import { localPath } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';

const networks = [
  { network: 'twitter', label: 'Twitter', share: 'https://twitter.com/intent/tweet?text={title}&url={url}' },
  { network: 'facebook', label: 'Facebook', share: 'https://www.facebook.com/sharer/sharer.php?u={url}' },
  { network: 'linkedin', label: 'LinkedIn', share: 'https://www.linkedin.com/sharing/share-offsite/?url={url}' },
] as const;

/** Links that open the share form of a social network in a new window. They work without JavaScript. */
export function SharePost({ title, path }: { title: string; path: string }) {
  const { origin } = useSite();
  return (
    <ul className="no-print -mr-3.5 flex flex-wrap gap-1 max-sm:-ml-3.5">
      {networks.map(({ network, label, share }) => (
        <li key={network}>
          <a
            href={share
              .replace('{title}', encodeURIComponent(title))
              .replace('{url}', encodeURIComponent(origin + localPath(path)))}
            target="_blank"
            rel="noopener"
            {...onLinkOpen(() => recordEvent('share', { path, method: network }))}
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
          >
            <Icon name={`brand-${network}`} />
            <span>
              {rich('<long>Share on </long>{network}<hidden> (opens in a new window)</hidden>', {
                long: (text) => <span className="max-sm:sr-only">{text}</span>,
                network: label,
                hidden: srOnly,
              })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
