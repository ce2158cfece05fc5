import { useState } from 'react';
import { useNavigate } from 'react-router';
import { comparePath } from '#contract/compare/compared-ids.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

const POINT = /^-?\d+(\.\d+)?,/;

/** Asks what distances are measured from: a city, a ZIP code or, if the visitor allows it, their position. */
export function CompareOrigin({ ids, near, isUnknown }: { ids: number[]; near: string; isUnknown: boolean }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const locate = async () => {
    try {
      const { getCurrentPosition } = await import('#web/base/search-box/current-position.ts');
      void navigate(comparePath(ids, await getCurrentPosition()));
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <form action="/compare" className="no-print mt-6 flex flex-wrap items-end gap-2">
      <input type="hidden" name="ids" value={ids.join()} />
      <label className="grow sm:max-w-72">
        <span className="mb-1 block font-semibold">{t('Distance from')}</span>
        <input
          name="near"
          defaultValue={POINT.test(near) ? '' : near}
          maxLength={MAX_NEAR_LENGTH}
          placeholder={t('city or ZIP code')}
          autoComplete="off"
          aria-describedby="origin-failure"
          className="min-h-11 w-full rounded-field border border-line-strong bg-card px-3.5 text-base text-ink placeholder:text-muted"
        />
      </label>
      <Button type="submit" variant="secondary" size="sm">
        {t('Show distances')}
      </Button>
      <Button variant="ghost" size="sm" onClick={locate} className="noscript:hidden">
        <Icon name="locate-fixed" />
        {t('Use my location')}
      </Button>
      <p id="origin-failure" role="status" className="w-full text-danger text-sm empty:hidden">
        {failure ?? (isUnknown && t('We don’t know this city or ZIP code in Southern California.'))}
      </p>
    </form>
  );
}
