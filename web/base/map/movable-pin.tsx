import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { PinShape } from './pin-shape.tsx';
import { type MapView, movePoint } from './view.ts';

type Point = { lat: number; lng: number };

// The distance of one key in pixels; with Shift ten times as far.
const KEY_PX = 4;
const KEYS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-KEY_PX, 0],
  ArrowRight: [KEY_PX, 0],
  ArrowUp: [0, -KEY_PX],
  ArrowDown: [0, KEY_PX],
};

/** A pin that is moved by dragging, and by the arrow keys while it has the focus. */
export function MovablePin({ point, view, onMove }: { point: Point; view: MapView; onMove: (point: Point) => void }) {
  const dragged = useRef<{ x: number; y: number; from: Point } | null>(null);
  return (
    <button
      type="button"
      className="map-pin movable"
      aria-label={t('Pin at {lat}, {lng}', { lat: point.lat.toFixed(4), lng: point.lng.toFixed(4) })}
      aria-describedby="pin-keys"
      onPointerDown={(event: PointerEvent) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = { x: event.clientX, y: event.clientY, from: point };
      }}
      onPointerMove={({ clientX, clientY }: PointerEvent) => {
        const { current } = dragged;
        if (current) onMove(movePoint(current.from, [clientX - current.x, clientY - current.y], view));
      }}
      onPointerUp={() => {
        dragged.current = null;
      }}
      onPointerCancel={() => {
        dragged.current = null;
      }}
      onKeyDown={(event: KeyboardEvent) => {
        const by = KEYS[event.key];
        if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const factor = event.shiftKey ? 10 : 1;
        onMove(movePoint(point, [by[0] * factor, by[1] * factor], view));
      }}
    >
      <PinShape />
    </button>
  );
}
