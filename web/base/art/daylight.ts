/** A colour as `#rrggbb`. */
export type Hex = string;

/** The light of a time of day: the colours of the sky and the tint of the landscape. */
export type Daylight = {
  hour: 'dawn' | 'morning' | 'noon' | 'golden-hour' | 'sunset' | 'dusk';
  /** The gradient of the sky from top to horizon. */
  sky: readonly [Hex, Hex, Hex];
  sun: Hex;
  /** The glow around the sun. */
  glow: Hex;
  /** The colour of distant haze. */
  haze: Hex;
  /** The tint of every colour and its share, 0 to 1. */
  air: readonly [Hex, number];
  /** The position of the sun: x in picture units, height above the horizon from 0 (setting) to 1. */
  sunX: number;
  sunHeight: number;
  /** The colour of lit windows, after sunset. */
  lamp?: Hex;
};

/** The six times of day, in the order of the variants. */
export const DAYLIGHTS: readonly Daylight[] = [
  {
    hour: 'dawn',
    sky: ['#8cc3cb', '#f3d9c2', '#fcebd2'],
    sun: '#fff6e2',
    glow: '#fbcf9b',
    haze: '#f5dcc4',
    air: ['#a9705f', 0.13],
    sunX: 205,
    sunHeight: 0.32,
  },
  {
    hour: 'morning',
    sky: ['#7fc9d4', '#c4e6df', '#fbf5e4'],
    sun: '#fff3cc',
    glow: '#fff7de',
    haze: '#ddeee6',
    air: ['#fff3cc', 0.06],
    sunX: 245,
    sunHeight: 0.66,
  },
  {
    hour: 'noon',
    sky: ['#2b8fa8', '#74c6d3', '#ddf1e8'],
    sun: '#fffbf0',
    glow: '#ddf1e8',
    haze: '#bce0e1',
    air: ['#ffffff', 0],
    sunX: 190,
    sunHeight: 0.86,
  },
  {
    hour: 'golden-hour',
    sky: ['#ee9a45', '#f8c477', '#fde8b6'],
    sun: '#fff6d8',
    glow: '#ffe9b0',
    haze: '#fad596',
    air: ['#d9741f', 0.13],
    sunX: 225,
    sunHeight: 0.42,
  },
  {
    hour: 'sunset',
    sky: ['#1c6c83', '#f0c08a', '#ee7b36'],
    sun: '#ffe7b3',
    glow: '#fbb864',
    haze: '#ef9b5c',
    air: ['#6e2a10', 0.2],
    sunX: 235,
    sunHeight: 0.16,
    lamp: '#ffe3a6',
  },
  {
    hour: 'dusk',
    sky: ['#0b3547', '#27788d', '#f1b483'],
    sun: '#ff9a52',
    glow: '#f6c193',
    haze: '#7da5a6',
    air: ['#1a2c47', 0.42],
    sunX: 215,
    sunHeight: 0.05,
    lamp: '#ffe3a6',
  },
];

/** A colour in this light at a distance: `depth` is 0 in the foreground and 1 at the horizon. */
export const applyLight = ({ air: [air, share], haze }: Daylight, colour: Hex, depth = 0): Hex =>
  mix(mix(colour, air, share * (1 - depth * 0.5)), haze, depth);

/** The custom properties of the drawings; `lamp` only after sunset. */
export function createPalette(light: Daylight): Record<string, Hex> {
  const { sun, glow, haze, air, lamp } = light;
  const [top, middle, bottom] = light.sky;
  // Distant water reflects the sky, near water is darker.
  const far = mix(applyLight(light, '#5cc3d8'), bottom, 0.42);
  const near = mix('#0a5c73', air[0], air[1] * 0.5);
  return {
    'sky-top': top,
    'sky-middle': middle,
    'sky-bottom': bottom,
    sun,
    glow,
    haze,
    'water-far': far,
    'water-middle': mix(far, near, 0.62),
    'water-near': near,
    ...(lamp && { lamp }),
  };
}

/** The mix of two colours: `share` is 0 for `a` and 1 for `b`. */
function mix(a: Hex, b: Hex, share: number): Hex {
  const channel = (hex: Hex, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(a, at) + (channel(b, at) - channel(a, at)) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}
