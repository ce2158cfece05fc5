import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { queries } from '#web/app/queries.ts';
import { type SearchParams, searchPath } from '../search-params.ts';
import { fitBox, type MapBox, type MapSize, type MapView, REGION_BOX, visibleBox } from './view.ts';

// Who moves on and on asks once, when they have arrived.
const DEBOUNCE_MS = 400;
// Between what was found and the map's edge, in pixels.
const PADDING_PX = 28;
// Some fourteen miles across on a phone: closer, what stands alone on the map stands on bare ground.
const SINGLE_RESULT_MAX_SCALE = 12;

/**
 * What is seen of the map, and what was found there. Until it is moved that is the area of the search: its `box`, or what
 * holds all that was found. Where it was moved to becomes the `box` of the search, in place of the address before, so that
 * 'Back' leaves the search; at once while `follows`, else by `searchHere`.
 */
export function useMapArea(search: SearchParams, size: MapSize) {
  const navigate = useNavigate();
  const [moved, setMoved] = useState<MapView>();
  const [settledBox, setSettledBox] = useState<string>();
  const [follows, setFollows] = useState(true);

  // A box that the map did not ask for itself is a new search: the map goes there.
  const [previousBox, setPreviousBox] = useState(search.box);
  if (previousBox !== search.box) {
    setPreviousBox(search.box);
    if (search.box !== settledBox) {
      setMoved(undefined);
      setSettledBox(undefined);
    }
  }

  useEffect(() => {
    if (!moved) return;
    const timer = setTimeout(() => setSettledBox(visibleBox(moved, size)), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [moved, size]);

  const path = searchPath({ ...search, ...(settledBox && { box: settledBox }) });
  const isElsewhere = settledBox !== undefined && settledBox !== search.box;
  useEffect(() => {
    if (isElsewhere && follows) void navigate(path, { replace: true, preventScrollReset: true });
  }, [isElsewhere, follows, path, navigate]);

  const found = useQuery({
    ...queries.searchMap({ ...search, ...(settledBox && { box: settledBox }) }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

  const whole = (box: MapBox) =>
    fitBox(box, { width: size.width - 2 * PADDING_PX, height: size.height - 2 * PADDING_PX });
  const searchBox = search.box?.split(',').map(Number) as MapBox | undefined;
  const all = whole(found.data?.box ?? REGION_BOX);
  const isSingleResult = found.data && found.data.pins.length + found.data.clusters.length === 1;
  const first = isSingleResult ? { ...all, scale: Math.min(all.scale, SINGLE_RESULT_MAX_SCALE) } : all;
  const view = moved ?? (searchBox ? fitBox(searchBox, size) : first);
  return {
    view,
    found,
    follows,
    setFollows,
    /** What the view would be of a box, with air around it. */
    whole,
    /** Whether that shows more of it than is told apart as it is. */
    isCloser: (box: MapBox) => whole(box).scale > Math.max(view.scale, all.scale) * 1.01,
    change: (next: (view: MapView) => MapView) => setMoved((was) => next(was ?? view)),
    /** Where the map was moved to and the list does not follow: has it do so. */
    searchHere: isElsewhere && !follows ? () => navigate(path, { replace: true, preventScrollReset: true }) : null,
  };
}
