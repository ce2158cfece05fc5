import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { type MapSize, type MapView, panBy, zoomBy } from './view.ts';

/** The factor of one zoom step. */
export const ZOOM_STEP = 2;

// The fraction of the map's size that an arrow key pans.
const KEY_STEP = 0.25;
// A click may move the pointer by up to this many pixels.
const DRAG_THRESHOLD_PX = 5;

type Point = [x: number, y: number];

/**
 * Pans and zooms a map by dragging, by two fingers, by a click (which centers the point), by the arrow keys, + and −, and by the
 * wheel with Ctrl, which is also the event of a pinch on a touchpad. The wheel alone scrolls the page.
 * @param updateView receives a function from the current view to the next
 * @param onPick receives a click instead, in pixels from the center
 * @returns props for the element that displays the map
 */
export function useMapGestures(
  size: MapSize,
  updateView: (next: (view: MapView) => MapView) => void,
  onPick?: (offset: Point) => void,
) {
  const frame = useRef<HTMLDivElement>(null);
  const activePointers = useRef(new Map<number, Point>());
  const hasMoved = useRef(false);

  useEffect(() => {
    const controller = new AbortController();
    // React registers wheel listeners as passive, and those cannot prevent the page from zooming.
    const options = { passive: false, signal: controller.signal };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const factor = Math.min(Math.max(Math.exp(-event.deltaY / 100), 1 / ZOOM_STEP), ZOOM_STEP);
      const around = offsetFromCenter([event.clientX, event.clientY], frame.current);
      updateView((view) => zoomBy(factor, view, size, around));
    };
    frame.current?.addEventListener('wheel', onWheel, options);
    return () => controller.abort();
  });

  const releasePointer = ({ pointerId }: PointerEvent) => void activePointers.current.delete(pointerId);
  return {
    ref: frame,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      if (activePointers.current.size === 0) hasMoved.current = false;
      activePointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    },
    onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent) {
      const previous = activePointers.current.get(pointerId);
      if (!previous) return;
      const current: Point = [clientX, clientY];
      if (!hasMoved.current && distance(previous, current) < DRAG_THRESHOLD_PX) return;
      hasMoved.current = true;
      // From here on the gesture is a drag, so elements below get no click.
      currentTarget.setPointerCapture(pointerId);
      const other = [...activePointers.current].find(([id]) => id !== pointerId)?.[1];
      activePointers.current.set(pointerId, current);
      const by = [current[0] - previous[0], current[1] - previous[1]] as Point;
      if (!other) return updateView((view) => panBy(by, view, size));
      const factor = distance(current, other) / Math.max(distance(previous, other), 1);
      const around = offsetFromCenter([(current[0] + other[0]) / 2, (current[1] + other[1]) / 2], frame.current);
      updateView((view) => zoomBy(factor, panBy([by[0] / 2, by[1] / 2], view, size), size, around));
    },
    onPointerUp: releasePointer,
    onPointerCancel: releasePointer,
    onClick({ target, clientX, clientY }: MouseEvent) {
      if (hasMoved.current || (target as Element).closest('a, button')) return;
      const [right, down] = offsetFromCenter([clientX, clientY], frame.current);
      if (onPick) return onPick([right, down]);
      updateView((view) => panBy([-right, -down], view, size));
    },
    onKeyDown(event: KeyboardEvent) {
      const next = KEY_ACTIONS[event.key];
      // A pin handles its own keys.
      if (!next || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      updateView((view) => next(view, size));
    },
  };
}

const horizontalStep = ({ width }: MapSize) => width * KEY_STEP;
const verticalStep = ({ height }: MapSize) => height * KEY_STEP;

const KEY_ACTIONS: Partial<Record<string, (view: MapView, size: MapSize) => MapView>> = {
  ArrowLeft: (view, size) => panBy([horizontalStep(size), 0], view, size),
  ArrowRight: (view, size) => panBy([-horizontalStep(size), 0], view, size),
  ArrowUp: (view, size) => panBy([0, verticalStep(size)], view, size),
  ArrowDown: (view, size) => panBy([0, -verticalStep(size)], view, size),
  '+': (view, size) => zoomBy(ZOOM_STEP, view, size),
  '=': (view, size) => zoomBy(ZOOM_STEP, view, size),
  '-': (view, size) => zoomBy(1 / ZOOM_STEP, view, size),
};

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function offsetFromCenter([x, y]: Point, element: HTMLElement | null): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return [x - left - width / 2, y - top - height / 2];
}
