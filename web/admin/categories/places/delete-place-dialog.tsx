import { t } from '#contract/i18n/t.ts';
import type { AdminPlace } from '#contract/places.ts';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { usePlaceActions } from './place-queries.ts';

/** Asks before a neighborhood is deleted, and says what becomes of its listings. */
export function DeletePlaceDialog({ place, onClose }: { place: AdminPlace; onClose: () => void }) {
  const { remove } = usePlaceActions();
  const { id, name, count, slug, version } = place;
  const city = place.city?.name ?? '';
  return (
    <ReasonDialog
      question={{
        title: t('Delete {name}?', { name }),
        description: t(
          '{count, plural, =0 {It has no listings.} one {Its listing stays on the site, in {city}.} other {Its # listings stay on the site, in {city}.}} {path} will lead to {city}. It can’t be brought back, but added again.',
          { count, city, path: `/city/${slug}` },
        ),
        reason: { label: t('Reason'), hint: t('Required. Kept in the audit log.') },
        confirmLabel: t('Delete neighborhood'),
        busyLabel: t('Deleting...'),
        danger: true,
      }}
      onSubmit={(reason) => remove(id, { version, reason })}
      done={{ title: t('Neighborhood deleted'), tone: 'success' }}
      onClose={onClose}
    />
  );
}
