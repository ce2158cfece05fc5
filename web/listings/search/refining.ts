import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Search, searchOf, searchPath } from './sought.ts';

/** A search whose filters can be changed: `search` as they stand now, `refine` to be told of a change. */
export type Refining = ReturnType<typeof useRefining>;

/**
 * Has each change of the filters' form lead to the address that says it, which alone says what is shown. Until it is there
 * the filters already show the change, as a box that is ticked must.
 */
export function useRefining(search: Search) {
  const navigate = useNavigate();
  const path = searchPath(search);
  const [wanted, setWanted] = useState<{ from: string; search: Search }>();
  if (wanted && wanted.from !== path) setWanted(undefined);
  const refine = ({ target: { form } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    if (!form) return;
    const said = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const next = searchOf(new URLSearchParams(said));
    setWanted({ from: path, search: next });
    navigate(searchPath(next), { preventScrollReset: true });
  };
  return { search: wanted?.search ?? search, refine };
}
