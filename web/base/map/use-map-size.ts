import { useLayoutEffect, useRef, useState } from 'react';
import type { MapSize } from './view.ts';

/** The size of an element, which is to have the ref; undefined until it is known. While it is hidden the last one stays. */
export function useMapSize() {
  const [size, setSize] = useState<MapSize>();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current as HTMLElement;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width && height)
        setSize((previous) => (previous?.width === width && previous.height === height ? previous : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}
