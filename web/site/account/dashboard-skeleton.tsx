import clsx from 'clsx';
import { t } from '#contract/i18n/t.ts';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';

/** The skeleton of the dashboard until the user is known. */
export function DashboardSkeleton({ className }: { className?: string }) {
  return (
    <SkeletonGroup label={t('Loading your account…')} className={clsx('grid gap-8', className)}>
      <div className="grid gap-3">
        <Skeleton className="h-10 w-72 max-w-full" />
        <Skeleton className="h-6 w-48 max-w-full" />
      </div>
      <div className="grid gap-10 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12">
        <Skeleton className="h-11 lg:h-60" />
        <div className="grid gap-8">
          {['h-64', 'h-52', 'h-72'].map((height) => (
            <Skeleton key={height} className={height} />
          ))}
        </div>
      </div>
    </SkeletonGroup>
  );
}

/** The skeleton of the settings while their chunk is loaded. */
export function SettingsSkeleton() {
  return (
    <SkeletonGroup label={t('Loading your settings…')} className="mt-10 grid gap-10 md:mt-16 md:gap-16">
      <Skeleton className="h-112 md:h-92" />
      <Skeleton className="h-[50.5rem] md:h-[37rem]" />
      <Skeleton className="h-[50.5rem] md:h-[37rem]" />
      <Skeleton className="h-112 md:h-92" />
    </SkeletonGroup>
  );
}
