import type { Device, DeviceKind } from '#contract/analytics.ts';
import { detectOperatingSystem } from '#server/accounts/devices/user-agent.ts';

const DEVICES: Record<string, Device> = {
  iPhone: 'iOS',
  iPad: 'iOS',
  Android: 'Android',
  Windows: 'Windows',
  Mac: 'Mac',
};

/** The system of a visitor's device by the user agent. */
export function detectDevice(agent: string): Device {
  const system = detectOperatingSystem(agent);
  return system === undefined ? 'Unknown' : (DEVICES[system] ?? 'Other');
}

/** Whether a visitor's device is a phone, a tablet or a computer by the user agent. Null if it is none of them or does not say. */
export function detectDeviceKind(agent: string): DeviceKind | null {
  const system = detectOperatingSystem(agent);
  if (system === undefined || /\bTV\b/.test(agent)) return null;
  if (system === 'iPhone') return 'Phone';
  if (system === 'iPad') return 'Tablet';
  // 'Mobile' is what tells phones from tablets (https://developer.chrome.com/docs/privacy-security/user-agent).
  if (system === 'Android') return /\bMobile\b/.test(agent) ? 'Phone' : 'Tablet';
  return 'Computer';
}

/**
 * What stands for the user agent of a device, which is not stored. It has the words by which programs tell systems, and none of another
 * system, in any order and case that they look for them; a tablet's and a phone's as in user agents.
 */
export function toUserAgent(device: Device, kind: DeviceKind | null): string {
  switch (device) {
    case 'iOS':
      return kind === 'Tablet' ? 'iPad; iOS' : 'iPhone; iOS';
    case 'Android':
      return kind === 'Phone' ? 'Android; Mobile' : 'Android';
    case 'Windows':
      return 'Windows NT';
    case 'Mac':
      return 'Macintosh; Mac OS X';
    case 'Other':
      return 'Other';
    case 'Unknown':
      return '';
  }
}
