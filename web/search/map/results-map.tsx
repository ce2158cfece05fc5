import clsx from 'clsx';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { omitParams, type SearchParams, searchPath } from '#web/base/search-box/search-params.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import type { ResultsMapProps } from './interactive-map.tsx';

type LoadState = 'waiting' | 'failed' | { Map: ComponentType<ResultsMapProps> };

/**
 * A map of the results, beside the list or in its place. Its space is reserved from the start; the code that draws it is
 * loaded when it comes into view.
 */
export function ResultsMap(props: ResultsMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<LoadState>('waiting');

  useEffect(() => {
    if (state !== 'waiting') return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      import('./interactive-map.tsx').then(
        ({ InteractiveMap }) => setState({ Map: InteractiveMap }),
        () => setState('failed'),
      );
    });
    observer.observe(frame.current as Element);
    return () => observer.disconnect();
  }, [state]);

  return (
    <section
      aria-label={t('Map')}
      className={clsx('results-map', props.search.view === 'map' ? 'max-lg:order-1' : 'max-xl:hidden')}
    >
      <div ref={frame} className="county-map">
        {state === 'failed' && (
          <div role="alert" className="note">
            <p>{t('We couldn’t load the map.')}</p>
            <Button size="sm" onClick={() => setState('waiting')}>
              {t('Try again')}
            </Button>
          </div>
        )}
        {typeof state === 'object' && <state.Map {...props} />}
      </div>
      <p>{t('Circles show the number of listings, dots a single one.')}</p>
    </section>
  );
}

/** A link that switches between list and map on screens too narrow for both. */
export function MapToggle({ search }: { search: SearchParams }) {
  const isMap = search.view === 'map';
  return (
    <a
      href={searchPath(isMap ? omitParams(search, 'view') : { ...search, view: 'map' })}
      className={clsx(buttonClass({ variant: 'secondary', size: 'sm' }), 'xl:hidden')}
    >
      <Icon name={isMap ? 'layout-list' : 'map'} />
      {isMap ? t('List') : t('Map')}
    </a>
  );
}
