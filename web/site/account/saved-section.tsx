import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { savedListsQuery, toListHref } from '#web/saved/saved-lists.ts';
import { useSavedIds } from '#web/saved/use-saved-ids.ts';

/** All that the user has saved, and each list of it. */
export function SavedSection() {
  const saved = useSavedIds();
  const { data, error, refetch } = useQuery(savedListsQuery);
  return (
    <Section id="saved" title={t('Saved', null, 'listings')}>
      {error && !data ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{t('We couldn’t load your lists.')}</p>
          <Button variant="secondary" size="sm" onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        </div>
      ) : saved && data ? (
        <SavedLinks
          links={[
            { href: '/saved', name: t('Everything you saved'), count: saved.length, isShared: false },
            ...data.items.map((list) => ({
              href: toListHref(list),
              name: list.name,
              count: list.listings.length,
              isShared: list.path !== null,
            })),
          ].filter(({ count }, nth) => nth > 0 || count > 0)}
        />
      ) : (
        <SkeletonGroup label={t('Loading…')}>
          <Skeleton className="h-24 rounded-card" />
        </SkeletonGroup>
      )}
    </Section>
  );
}

function SavedLinks({ links }: { links: { href: string; name: string; count: number; isShared: boolean }[] }) {
  if (links.length === 0)
    return <EmptyState title={t('Nothing saved yet')}>{t('Tap the heart on a listing to save it here.')}</EmptyState>;
  return (
    <ul className="divide-y rounded-card border bg-card px-4 sm:px-5">
      {links.map(({ href, name, count, isShared }) => (
        <li key={href} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
          <a href={href} className="link typed inline-flex min-h-11 items-center font-semibold">
            {name}
          </a>
          <p className="flex items-center gap-3 text-muted text-sm tabular-nums">
            {isShared && <Badge tone="info">{t('Shared by a link')}</Badge>}
            {t('{count, plural, one {# listing} other {# listings}}', { count })}
          </p>
        </li>
      ))}
    </ul>
  );
}
