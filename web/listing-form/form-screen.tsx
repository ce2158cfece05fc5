import clsx from 'clsx';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { SCREENS } from './screens.ts';
import type { FormScreens } from './use-screens.ts';

/** One screen of a form. Its fields stay while another one is shown; `later` is loaded when it is first shown. */
export function FormScreen({
  index,
  screens,
  children,
  later,
}: {
  index: number;
  screens: FormScreens;
  children?: ReactNode;
  later?: ReactNode;
}) {
  const isShown = screens.current === index;
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <div data-hidden={isShown ? undefined : ''} className="form-screen gap-5">
      {children}
      {later && wasShown && <Suspense fallback={<FieldSkeletons />}>{later}</Suspense>}
      {isShown && <FaultFocus {...screens.fault} />}
    </div>
  );
}

/** Focuses the first invalid field of a screen once its fields are there. */
function FaultFocus({ request, pending }: FormScreens['fault']) {
  const marker = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request.
  useEffect(() => {
    const screen = marker.current?.parentElement;
    if (!screen || !pending.current) return;
    const focusFault = () => {
      const invalid = screen.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (!invalid) return false;
      pending.current = false;
      invalid.focus();
      return true;
    };
    if (focusFault()) return;
    // Its fields, or their errors, are not rendered yet.
    const observer = new MutationObserver(() => focusFault() && observer.disconnect());
    observer.observe(screen, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
    return () => observer.disconnect();
  }, [request]);
  return <span ref={marker} hidden />;
}

/**
 * Which screen is shown, and the others by name.
 * @param isOpen whether a screen can be shown now
 */
export function ScreenProgress({
  screens: { current, show, heading },
  isOpen,
  as: Heading = 'h2',
}: {
  screens: FormScreens;
  isOpen: (screen: number) => boolean;
  /** The level of its heading. */
  as?: 'h2' | 'h3';
}) {
  return (
    <nav aria-label={t('Steps of the form')} className="mb-6">
      <Heading ref={heading} tabIndex={-1} className="scroll-mt-6 font-sans font-semibold text-base outline-none">
        <span className="text-muted">
          {t('Step {number} of {count}:', { number: current + 1, count: SCREENS.length })}
        </span>{' '}
        {SCREENS[current]?.name}
      </Heading>
      <ol className="mt-2 grid grid-cols-3 gap-2">
        {SCREENS.map(({ name }, index) => (
          <li key={name}>
            <button
              type="button"
              disabled={index !== current && !isOpen(index)}
              aria-current={index === current ? 'step' : undefined}
              onClick={() => show(index)}
              className={clsx(
                'min-h-11 w-full border-t-4 pt-1.5 text-left text-sm',
                index <= current ? 'border-pacific' : 'border-line-strong',
                index === current ? 'font-semibold text-ink' : 'text-muted enabled:hover:text-ink',
              )}
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A button to the next screen, of a form that can be sent from each. */
export function NextScreen({ screens: { current, show } }: { screens: FormScreens }) {
  const next = SCREENS[current + 1];
  if (!next) return null;
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => show(current + 1)}>
      {t('Next: {screen}', { screen: next.name })}
    </Button>
  );
}

function FieldSkeletons() {
  return (
    <SkeletonGroup label={t('Loading fields…')} className="grid gap-5">
      {['h-96', 'h-12', 'h-12', 'h-12'].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <Skeleton key={index} className={height} />
      ))}
    </SkeletonGroup>
  );
}
