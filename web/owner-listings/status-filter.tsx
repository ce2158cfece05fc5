import { useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingStatus } from '#contract/owner-listings.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';

/** Chooses the status of the listings that are shown. */
export function StatusFilter({
  value,
  onChange,
}: {
  value: ListingStatus | '';
  onChange: (status: ListingStatus | '') => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="font-semibold text-sm">
        {t('Show')}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value as ListingStatus | '')}>
        <option value="">{t('All listings')}</option>
        <option value="active">{t('Live or expired')}</option>
        <option value="draft">{t('Drafts')}</option>
        <option value="waiting">{t('Waiting')}</option>
        <option value="paused">{t('Paused', null, 'listings')}</option>
        <option value="hidden">{t('Hidden', null, 'listings')}</option>
      </Select>
    </div>
  );
}

/** No listing has the chosen status. */
export function NoneOfStatus({ status, onAll }: { status: ListingStatus; onAll: () => void }) {
  return (
    <EmptyState
      title={NONE_TEXTS[status]}
      action={
        <Button variant="secondary" onClick={onAll}>
          {t('Show all listings')}
        </Button>
      }
    />
  );
}

const NONE_TEXTS: Record<ListingStatus, string> = {
  active: t('No live or expired listings'),
  draft: t('No drafts'),
  waiting: t('No waiting listings'),
  paused: t('No paused listings'),
  hidden: t('No hidden listings'),
  deleted: t('No deleted listings'),
};
