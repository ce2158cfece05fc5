import { type ComponentType, useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { PointMapProps } from './point-map.tsx';

/** A `PointMap` whose code is loaded when it comes into view. Its space is reserved. */
export function LazyPointMap(props: PointMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<{ Map: ComponentType<PointMapProps> } | 'failed'>();
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      import('./point-map.tsx').then(
        ({ PointMap }) => setLoaded({ Map: PointMap }),
        () => setLoaded('failed'),
      );
    });
    observer.observe(frame.current as Element);
    return () => observer.disconnect();
  }, []);
  if (typeof loaded === 'object') return <loaded.Map {...props} />;
  return (
    <div ref={frame} className="county-map point-map grid place-items-center">
      {loaded === 'failed' && <p role="alert">{t('We couldn’t load the map.')}</p>}
    </div>
  );
}
