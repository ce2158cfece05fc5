import { t } from '#contract/i18n/t.ts';

// The first match counts, because most user agents contain several browser names.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const OPERATING_SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser and system in words, from its user agent: 'Firefox on Windows'. */
export function describeDevice(userAgent: string): string {
  const browser = findName(BROWSERS, userAgent);
  const operatingSystem = detectOperatingSystem(userAgent);
  if (!operatingSystem) return browser ?? t('Unknown device');
  return browser
    ? t('{browser} on {system}', { browser, system: operatingSystem })
    : t('Unknown browser on {system}', { system: operatingSystem });
}

/** The system in a user agent: 'iPhone', 'Windows'. Undefined if it names none. */
export const detectOperatingSystem = (userAgent: string) => findName(OPERATING_SYSTEMS, userAgent);

const findName = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];
