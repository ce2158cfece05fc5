import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { conversationsQuery, unreadQuery } from '#web/conversations/conversation-queries.ts';
import { findOpenMatters, type OpenMatter } from './open-matters.ts';

const MAX_MESSAGES = 3;
const MAX_MATTERS = 6;
const UNREAD_MESSAGES = new URLSearchParams({
  side: 'business',
  unread: 'true',
  limit: String(MAX_MESSAGES),
}).toString();

/**
 * What waits for the owner, before everything else: on a phone it is the first screen.
 * @param hasReminder whether something else that waits is said below it
 */
export function NeedsAttention({ hasReminder }: { hasReminder: boolean }) {
  const [now] = useState(Date.now);
  const messages = useInfiniteQuery(conversationsQuery(UNREAD_MESSAGES));
  const unread = useQuery(unreadQuery);
  const listings = useQuery(ownListingsQuery);
  // What cannot be read says so in its own section.
  if (messages.isPending || unread.isPending || listings.isPending)
    return (
      <SkeletonGroup label={t('Loading…')} className="mt-5">
        <Skeleton className="h-16 rounded-card" />
      </SkeletonGroup>
    );
  const shownMessages = messages.data?.pages[0]?.items ?? [];
  const matters = findOpenMatters({ messages: shownMessages, listings: listings.data?.items ?? [] }, now);
  const moreMessages = Math.max(0, (unread.data?.unread ?? 0) - shownMessages.length);
  if (matters.length === 0 && hasReminder) return null;
  const shown = matters.slice(0, MAX_MATTERS);
  const more = moreMessages + matters.length - shown.length;
  return (
    <section aria-labelledby="needs-attention" className="mt-5">
      <h2 id="needs-attention" className="text-lg">
        {matters.length > 0 ? t('Needs your attention') : t('Nothing needs your attention')}
      </h2>
      {matters.length > 0 && (
        <ul className="mt-2 divide-y rounded-card border bg-card px-4">
          {shown.map((matter) => (
            <Matter key={matter.href + matter.text} matter={matter} />
          ))}
          {more > 0 && (
            <li className="py-2 text-muted text-sm">
              {t('{count, plural, one {One more is below.} other {# more are below.}}', { count: more })}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Matter({ matter: { href, icon, title, text, ways } }: { matter: OpenMatter }) {
  return (
    <li className="relative flex items-center gap-3 py-2.5">
      <Icon name={icon} className="size-5 shrink-0 text-pacific" />
      <div className="min-w-0 grow">
        <a href={href} className="cover-link wrap-anywhere line-clamp-1 font-semibold no-underline hover:text-pacific">
          {title}
        </a>
        <p className="typed line-clamp-2 text-muted text-sm">{text}</p>
        {ways && (
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
            {ways.map((way) => (
              <a key={way.href} href={way.href} className="link relative py-1">
                {way.label}
                <span className="sr-only"> {title}</span>
              </a>
            ))}
          </p>
        )}
      </div>
      <Icon name="arrow-right" className="size-5 shrink-0 text-muted" />
    </li>
  );
}
