import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Listed, pathIn, searchIn } from './listed.ts';
import type { Search } from './sought.ts';

/** A search whose filters can be changed: `search` as they stand now, `refine` to be told of a change. */
export type Refining = ReturnType<typeof useRefining>;

/**
 * Has each change of the filters' form lead to the address that says it, which alone says what is shown. Until it is there
 * the filters already show the change, as a box that is ticked must.
 * @param listed where that is not the page of searches
 */
export function useRefining(search: Search, listed?: Listed) {
  const navigate = useNavigate();
  const path = pathIn(listed, search);
  const [wanted, setWanted] = useState<{ from: string; search: Search }>();
  if (wanted && wanted.from !== path) setWanted(undefined);
  const apply = (form: HTMLFormElement) => {
    const said = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const next = searchIn(listed, said);
    setWanted({ from: path, search: next });
    navigate(pathIn(listed, next), { preventScrollReset: true });
  };
  const refine = ({ target: { form } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => form && apply(form);
  return { search: wanted?.search ?? search, refine, apply };
}
