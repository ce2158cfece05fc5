import type { ReactNode } from 'react';
import type { Heading } from '#contract/content.ts';
import { t } from '#contract/i18n/t.ts';
import { LinkList } from '#web/base/ui/link-list.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';

/** A long text with its table of contents: beside it and sticky on wide screens, above it and collapsed on others. */
export function TextWithContents({ headings, children }: { headings: Heading[]; children: ReactNode }) {
  return (
    <div className="mt-8 grid gap-8 md:mt-10 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-20">
      <div className="no-print">
        <div className="lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:pr-1">
          <LinkList
            title={t('On this page')}
            items={headings.map(({ id, title }) => ({ label: title, href: `#${id}` }))}
          />
        </div>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Placeholder of a text that is loading. */
export function TextSkeleton() {
  return (
    <SkeletonGroup className="mt-10 grid max-w-measure gap-3">
      {['a', 'b', 'c'].map((paragraph) => (
        <div key={paragraph} className="mb-5 grid gap-3">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
