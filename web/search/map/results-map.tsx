import clsx from 'clsx';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { omitParams, type SearchParams, searchPath } from '../search-params.ts';

export interface ResultsMapProps {
  search: SearchParams;
  /** The listing that is pointed at, here or in the list. */
  highlightedId: number | undefined;
  onHighlight: (id: number | undefined) => void;
}

type LoadState = 'waiting' | 'failed' | { Map: ComponentType<ResultsMapProps> };

/**
 * A map of what was found, beside the list or in its place. Its room is there from the start; what draws it is loaded once
 * it comes into view.
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
    <section aria-label="Map" className={clsx('results-map', props.search.view !== 'map' && 'max-xl:hidden')}>
      <div ref={frame} className="county-map">
        {state === 'failed' && (
          <div role="alert" className="note">
            <p>The map could not be loaded.</p>
            <Button size="sm" onClick={() => setState('waiting')}>
              Try again
            </Button>
          </div>
        )}
        {typeof state === 'object' && <state.Map {...props} />}
      </div>
      <p>Circles count listings. Free listings are counted at the middle of their ZIP code.</p>
    </section>
  );
}

/** Shows the map in the list's place, or the list in the map's, where there is no room for both. */
export function MapToggle({ search }: { search: SearchParams }) {
  const isMap = search.view === 'map';
  return (
    <a
      href={searchPath(isMap ? omitParams(search, 'view') : { ...search, view: 'map' })}
      className={clsx(buttonClass({ variant: 'secondary', size: 'sm' }), 'xl:hidden')}
    >
      <Icon name={isMap ? 'layout-list' : 'map'} />
      {isMap ? 'List' : 'Map'}
    </a>
  );
}
