import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { queries } from '#web/base/api/queries.ts';
import { hasWebGl } from '#web/base/map/has-web-gl.ts';
import { fitBox, type MapBox, type MapSize, type MapView, REGION_BOX, visibleBox } from '#web/base/map/view.ts';
import { type SearchParams, searchPath } from '#web/base/search-box/search-params.ts';

// Debounces moves, so that only the final area is requested.
const DEBOUNCE_MS = 400;
// The minimum distance between the results and the edge of the map.
const PADDING_PX = 28;
// About 14 miles across on a phone. A larger scale would show a single result without any place names or streets around it.
const SINGLE_RESULT_MAX_SCALE = 12;

/**
 * The view of the map, and the results in it. Until the visitor moves the map, the view fits the `box` of the search, or all
 * results. After a move the visible area becomes the `box` of the search: at once if `autoUpdate`, otherwise by `searchHere`.
 * It replaces the history entry, so that 'Back' leaves the search.
 */
export function useMapArea(search: SearchParams, size: MapSize) {
  const navigate = useNavigate();
  const [moved, setMoved] = useState<MapView>();
  const [settledBox, setSettledBox] = useState<string>();
  const [autoUpdate, setAutoUpdate] = useState(true);

  // A box that this map did not set is a new search, so the view is reset to it.
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
  const isSingleResult =
    mapQuery.data && [...mapQuery.data.pins, ...mapQuery.data.dots, ...mapQuery.data.clusters].length === 1;
  const initialView =
    isSingleResult && !hasWebGl()
      ? { ...resultsView, scale: Math.min(resultsView.scale, SINGLE_RESULT_MAX_SCALE) }
      : resultsView;
  const view = moved ?? (searchBox ? fitBox(searchBox, size) : initialView);
  return {
    view,
    mapQuery,
    autoUpdate,
    setAutoUpdate,
    /** The view that fits a box with padding. */
    fitBoxPadded,
    /** Whether fitting the box would zoom in. */
    isCloser: (box: MapBox) => fitBoxPadded(box).scale > Math.max(view.scale, resultsView.scale) * 1.01,
    updateView: (next: (view: MapView) => MapView) => setMoved((previous) => next(previous ?? view)),
    /** Searches the visible area; null if the list already shows it. */
    searchHere: isElsewhere && !autoUpdate ? () => navigate(path, { replace: true, preventScrollReset: true }) : null,
  };
}
