/** The colors of maps; `map.css` has their values in both themes. */
const MAP_COLORS = [
  ...(['sea', 'land', 'county', 'county-line', 'city', 'city-limit', 'name', 'halo'] as const),
  ...(['green', 'sand', 'grounds', 'building', 'street-name'] as const),
  ...(['road', 'road-edge', 'highway', 'highway-edge'] as const),
];

/** CSS colors by their names. */
export type MapColors = Record<(typeof MAP_COLORS)[number], string>;

/** The colors of the theme of an element. MapLibre reads no custom properties and no `light-dark()`. */
export function readMapColors(element: HTMLElement): MapColors {
  const probe = element.ownerDocument.createElement('i');
  // A change of a color that has a transition would be read before it takes place.
  probe.style.transition = 'none';
  element.append(probe);
  const colors = MAP_COLORS.map((name) => {
    probe.style.color = `var(--gl-${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colors) as MapColors;
}
