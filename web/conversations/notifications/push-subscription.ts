import type { PushStatus } from '#contract/conversations/push.ts';
import { send } from '#web/base/api/api.ts';

const PATH = '/api/user/push-subscription';
const WORKER = '/push-worker.js';

/** What this browser can do: show notifications, only after the site is on the home screen (iOS), or none. */
export function getPushSupport(): 'supported' | 'home-screen' | 'none' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported';
  const isApplePhone =
    /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApplePhone ? 'home-screen' : 'none';
}

/** Where push messages to this browser go; null without any. */
export async function findEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/**
 * Asks for permission, and subscribes this browser.
 * @returns the status, or 'denied' if the permission was refused
 * @throws {ApiError} when the site does not take it
 * @throws {DOMException} when the push service of the browser cannot be reached
 */
export async function turnOn(publicKey: string): Promise<PushStatus | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of another key of the site is of no use any more.
  const earlier = await pushManager.getSubscription();
  if (earlier && toBase64Url(earlier.options.applicationServerKey) !== publicKey) await earlier.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  return send<PushStatus>('PUT', PATH, { endpoint, keys });
}

/** Ends push messages to this browser. @throws {ApiError} */
export async function turnOff(): Promise<void> {
  await send('DELETE', PATH);
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

const toBase64Url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
