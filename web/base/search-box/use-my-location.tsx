import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { UNREACHABLE_MESSAGE } from '#web/base/api/api.ts';
import { useHydrated } from '#web/base/ui/form/use-hydrated.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import type { ListingScope } from './listing-scope.ts';

/**
 * A button that runs the search of a form near the visitor; the browser asks for permission when it is pressed.
 * @param form the id of the form
 * @param scope the scope of the page; without it the whole directory is searched
 * @param onPoint takes the position instead of the search while nothing is typed in the form
 */
export function UseMyLocation({
  form,
  scope,
  onPoint,
  className,
}: {
  form: string;
  scope?: ListingScope;
  onPoint?: (point: string) => void;
  className?: string;
}) {
  const navigate = useNavigate();
  // A tap before would be lost.
  const isHydrated = useHydrated();
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const searchNearby = async (button: HTMLButtonElement) => {
    setState({ busy: true });
    try {
      const { getCurrentPosition, searchPathNear } = await import('./current-position.ts');
      const point = await getCurrentPosition();
      if (onPoint && !button.form?.querySelector('input')?.value.trim()) onPoint(point);
      else void navigate(searchPathNear(point, button.form, scope));
      setState({});
    } catch (error) {
      // A failed import is a TypeError whose message is not meant for visitors.
      setState({ failure: error instanceof TypeError ? UNREACHABLE_MESSAGE : (error as Error).message });
    }
  };
  return (
    <div className={className}>
      <p className="flex flex-wrap items-center gap-x-3">
        <button
          type="button"
          disabled={!isHydrated}
          form={form}
          aria-disabled={state.busy}
          aria-describedby={`${form}-rounded`}
          onClick={({ currentTarget }) => state.busy || searchNearby(currentTarget)}
          className="link inline-flex min-h-11 items-center gap-2 font-semibold"
        >
          <Icon name="locate-fixed" />
          {state.busy ? t('Finding your location…') : t('Use my location')}
        </button>
        <span id={`${form}-rounded`} className="text-muted text-sm">
          {t('Rounded to about 300 feet')}
        </span>
      </p>
      <p role="status" className="text-danger text-sm">
        {state.failure}
      </p>
    </div>
  );
}
