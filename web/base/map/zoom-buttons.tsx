import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { ZOOM_STEP } from './use-map-gestures.ts';
import { isMaxZoom, isMinZoom, type MapSize, type MapView, zoomBy } from './view.ts';

/** The buttons that zoom a map in and out. */
export function ZoomButtons({
  view,
  size,
  updateView,
}: {
  view: MapView;
  size: MapSize;
  updateView: (next: (view: MapView) => MapView) => void;
}) {
  return (
    <div className="map-zoom">
      <button
        type="button"
        disabled={isMaxZoom(view)}
        onClick={() => updateView((current) => zoomBy(ZOOM_STEP, current, size))}
      >
        <Icon name="plus" className="size-5" />
        <span className="sr-only">{t('Zoom in')}</span>
      </button>
      <button
        type="button"
        disabled={isMinZoom(view, size)}
        onClick={() => updateView((current) => zoomBy(1 / ZOOM_STEP, current, size))}
      >
        <Icon name="minus" className="size-5" />
        <span className="sr-only">{t('Zoom out')}</span>
      </button>
    </div>
  );
}
