import { useRef, useState } from 'react';
import type { AdminListing } from '#contract/admin/listings.ts';

/** The listings of a bulk action: chosen ones, or all of a filter but the exceptions. */
export type Selected =
  | { listings: { id: number; title: string }[] }
  | { filter: string; except: number[]; count: number };

interface State {
  /** The filter in which it was made. */
  filter: string;
  chosen: ReadonlyMap<number, AdminListing>;
  /** All of the filter. */
  all: { count: number; except: ReadonlySet<number> } | null;
}

const selectNothing = (filter: string): State => ({ filter, chosen: new Map(), all: null });

/**
 * The selection of the table, which stays over the pages of a result and ends with another filter: nobody changes what they no longer see.
 * @param rows the listings that are shown
 * @param filter the query of the URL that finds them
 */
export function useSelection(rows: AdminListing[], filter: string) {
  const [state, setState] = useState(() => selectNothing(filter));
  if (state.filter !== filter) setState(selectNothing(filter));
  const anchor = useRef<number>(undefined);
  const { all } = state;
  const isSelected = (id: number) => (all ? !all.except.has(id) : state.chosen.has(id));

  const set = (listings: AdminListing[], isOn: boolean) => {
    if (all) {
      const except = new Set(all.except);
      for (const { id } of listings) isOn ? except.delete(id) : except.add(id);
      return setState({ ...state, all: { ...all, except } });
    }
    const chosen = new Map(state.chosen);
    for (const listing of listings) isOn ? chosen.set(listing.id, listing) : chosen.delete(listing.id);
    setState({ filter, chosen, all: null });
  };
  /** Selects a listing or not, with `isRange` all from the last one to it. */
  const select = (listing: AdminListing, isOn: boolean, isRange: boolean) => {
    const [from, to] = [rows.findIndex(({ id }) => id === anchor.current), rows.indexOf(listing)];
    anchor.current = listing.id;
    set(isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [listing], isOn);
  };
  const onPage = rows.filter(({ id }) => isSelected(id)).length;
  // Nothing can be done with deleted ones but exporting them.
  const present = rows.filter(({ state }) => state !== 'deleted');
  const selectable = present.length > 0 ? present : rows;
  const selected: Selected = all
    ? { filter, except: [...all.except], count: all.count - all.except.size }
    : { listings: [...state.chosen.values()] };
  return {
    selected,
    count: 'filter' in selected ? selected.count : selected.listings.length,
    /** How many rows of the shown page are selected. */
    onPage,
    isPageSelected: rows.length > 0 && selectable.every(({ id }) => isSelected(id)),
    /** How many rows of the page are left out when it is selected. */
    leftOut: rows.length - selectable.length,
    isSelected,
    select,
    selectPage: (isOn: boolean) => set(isOn ? selectable : rows, isOn),
    /** Selects the listings of all pages, of which there are `count`. */
    selectAll: (count: number) => setState({ ...selectNothing(filter), all: { count, except: new Set() } }),
    clear: () => setState(selectNothing(filter)),
  };
}

export type Selection = ReturnType<typeof useSelection>;
