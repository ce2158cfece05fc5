import { lazy, Suspense, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';

const CompareBar = lazy(() => import('./compare-bar.tsx'));

/** A toggle that gives the rows of the page checkboxes, to compare some of them. */
export function CompareButton() {
  const [isOn, setIsOn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-pressed={isOn}
        onClick={() => setIsOn(!isOn)}
        className="chip noscript:hidden"
      >
        <Icon name="columns-2" />
        <span>{t('Compare')}</span>
      </button>
      {isOn && (
        <Suspense>
          <CompareBar
            onCancel={() => {
              setIsOn(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
