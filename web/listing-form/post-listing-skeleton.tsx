import { t } from '#contract/i18n/t.ts';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';

/** The form while categories and locations load. */
export function PostListingSkeleton() {
  return (
    <SkeletonGroup label={t('Loading the form…')} className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Skeleton className="h-[92rem] rounded-card" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </SkeletonGroup>
  );
}
