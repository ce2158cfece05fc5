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
  const [autoUpdate, setAutoUpdate] = useState(true);

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
    if (isElsewhere && autoUpdate) void navigate(path, { replace: true, preventScrollReset: true });
  }, [isElsewhere, autoUpdate, path, navigate]);

  const mapQuery = useQuery({
    ...queries.searchMap({ ...search, ...(settledBox && { box: settledBox }) }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

  const fitBoxPadded = (box: MapBox) =>
    fitBox(box, { width: size.width - 2 * PADDING_PX, height: size.height - 2 * PADDING_PX });
  const searchBox = search.box?.split(',').map(Number) as MapBox | undefined;
  const resultsView = fitBoxPadded(mapQuery.data?.box ?? REGION_BOX);
  const isSingleResult = mapQuery.data && mapQuery.data.pins.length + mapQuery.data.clusters.length === 1;
  const initialView = isSingleResult
    ? { ...resultsView, scale: Math.min(resultsView.scale, SINGLE_RESULT_MAX_SCALE) }
    : resultsView;
  const view = moved ?? (searchBox ? fitBox(searchBox, size) : initialView);
  return {
    view,
    mapQuery,
    autoUpdate,
    setAutoUpdate,
    /** What the view would be of a box, with air around it. */
    fitBoxPadded,
    /** Whether that shows more of it than is told apart as it is. */
    isCloser: (box: MapBox) => fitBoxPadded(box).scale > Math.max(view.scale, resultsView.scale) * 1.01,
    updateView: (next: (view: MapView) => MapView) => setMoved((previous) => next(previous ?? view)),
    /** Where the map was moved to and the list does not follow: has it do so. */
    searchHere: isElsewhere && !autoUpdate ? () => navigate(path, { replace: true, preventScrollReset: true }) : null,
  };
}
