import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 250;

/** The value after it has not changed for a quarter of a second, so that not every keystroke sends a request. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
