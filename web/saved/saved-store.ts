import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { MAX_SAVED_LISTINGS } from '#contract/limits.ts';
import type { Listing } from '#contract/listings.ts';
import type { SavedListing, SavedMerge, Unsaved } from '#contract/saved.ts';
import type { SavedList } from '#contract/saved-lists.ts';
import { getJson, type Page, send } from '#web/base/api/api.ts';
import { getLocalStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { runMutation, toFailure } from '#web/base/api/run-mutation.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { userQuery } from '#web/base/session/user.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { getSavedIds, setSavedIds } from './saved-ids.ts';
import { SAVED_LISTS_PATH } from './saved-lists.ts';

type ListingToSave = Pick<Listing, 'id' | 'title'>;

const SAVED_PATH = '/api/user/saved';

/** The owner of the list: an account's id, null for this browser, or undefined until the session is known. */
let ownerId: number | null | undefined;
let isStarted = false;

/**
 * Loads the saved ids and reloads them whenever the user signs in or out: from the account, or from localStorage without a
 * session. Ids saved in the browser are moved to the account on sign-in.
 * See docs/decisions/0044-saved-listings-and-search-alerts.md.
 */
export function startSavedStore(client: QueryClient): void {
  if (isStarted) return;
  isStarted = true;
  const observer = new QueryObserver(client, userQuery);
  const syncOwner = ({ data: user } = observer.getCurrentResult()) => {
    if (user !== undefined) void switchOwner(user?.id ?? null);
  };
  observer.subscribe(syncOwner);
  syncOwner();
  // Another tab changed the saved listings.
  addEventListener('storage', ({ key }) => {
    if (ownerId === null && (key === STORAGE_KEY || key === null)) setSavedIds(readLocalIds());
  });
  document.addEventListener('visibilitychange', () => {
    if (typeof ownerId === 'number' && document.visibilityState === 'visible') void loadFromAccount(ownerId);
  });
}

async function switchOwner(next: number | null): Promise<void> {
  if (next === ownerId) return;
  ownerId = next;
  keepOffline(next === null ? readLocalIds() : []);
  if (next === null) return setSavedIds(readLocalIds());
  setSavedIds(undefined);
  await loadFromAccount(next);
}

/** Without a connection the page is written another time. */
function keepOffline(ids: number[]): void {
  import('./offline-page.ts').then(({ keepOfflinePage }) => keepOfflinePage(ids)).catch(() => {});
}

async function loadFromAccount(id: number): Promise<void> {
  const localIds = readLocalIds();
  const changes = changeCount;
  const ids = await (localIds.length > 0 ? mergeIntoAccount(localIds) : fetchAccountIds()).catch(() => undefined);
  // The response is stale if another user signed in or a listing was saved since the request.
  if (ownerId === id && ids && changes === changeCount) setSavedIds(ids);
}

async function mergeIntoAccount(localIds: number[]): Promise<number[]> {
  const { saved, left } = await send<SavedMerge>('POST', SAVED_PATH, { ids: localIds });
  writeLocalIds(readLocalIds().filter((id) => left.includes(id) || !localIds.includes(id)));
  return saved.map(({ id }) => id);
}

async function fetchAccountIds(): Promise<number[]> {
  return ((await getJson(SAVED_PATH)) as Page<SavedListing>).items.map(({ id }) => id);
}

/** Saves a listing or removes it, with a toast. */
export async function toggleSaved(client: QueryClient, listing: ListingToSave): Promise<void> {
  const saved = await ensureSavedIds(client);
  if (!saved) return toast({ title: t('Couldn’t save'), description: LOAD_FAILED_TEXT, tone: 'danger' });
  if (saved.includes(listing.id)) await removeListing(client, listing);
  else await saveListing(client, listing);
}

/** The saved ids, loaded again if loading failed before; undefined if it fails again. */
async function ensureSavedIds(client: QueryClient): Promise<readonly number[] | undefined> {
  startSavedStore(client);
  if (ownerId === undefined) {
    const user = await client.fetchQuery(userQuery).catch(() => undefined);
    if (user !== undefined) await switchOwner(user?.id ?? null);
  }
  if (typeof ownerId === 'number' && !getSavedIds()) await loadFromAccount(ownerId);
  return getSavedIds();
}

const LOAD_FAILED_TEXT = t('We couldn’t load what you’ve saved. Try again.');

/** @param lists in which it was, when that is undone */
async function saveListing(client: QueryClient, listing: ListingToSave, lists: number[] = []): Promise<void> {
  if ((getSavedIds()?.length ?? 0) >= MAX_SAVED_LISTINGS && ownerId === null) {
    const description = t('You can save up to {max} listings. Remove one to save another.', {
      max: MAX_SAVED_LISTINGS,
    });
    return toast({ title: t('Couldn’t save'), description, tone: 'danger' });
  }
  if (!(await updateSaved(client, listing.id, true))) return;
  toast({ title: t('Saved', null, 'done'), description: savedLocationText(), tone: 'success' });
  if (lists.length === 0) return;
  await runMutation(t('Couldn’t save'), () =>
    Promise.all(lists.map((list) => send('PATCH', `${SAVED_LISTS_PATH}/${list}`, { add: [listing.id] }))),
  );
  await client.invalidateQueries({ queryKey: [SAVED_LISTS_PATH] });
}

function savedLocationText(): string {
  if (typeof ownerId === 'number') return t('Find it under Saved.');
  if (isPersisted()) return t('It’s saved in this browser. Sign in to see it everywhere.');
  return t('Your browser can’t store it, so it’s saved until you leave. Sign in to keep it.');
}

async function removeListing(client: QueryClient, listing: ListingToSave): Promise<void> {
  const removed = await updateSaved(client, listing.id, false);
  if (!removed) return;
  toast({
    title: t('Removed', null, 'saved listing'),
    description: listing.title,
    action: {
      label: t('Undo'),
      altText: t('Save {title} again', { title: listing.title }),
      onClick: () => void saveListing(client, listing, removed.lists),
    },
  });
}

/** Saves the listings of a list that somebody shares: here while signed out, otherwise as a list, whose id is returned. */
export async function copyList(client: QueryClient, token: string, ids: number[]): Promise<number | null> {
  await ensureSavedIds(client);
  if (typeof ownerId !== 'number') {
    writeLocalIds([...new Set([...ids, ...readLocalIds()])].slice(0, MAX_SAVED_LISTINGS));
    setSavedIds(readLocalIds());
    keepOffline(readLocalIds());
    return null;
  }
  const { id } = await send<SavedList>('POST', `/api/lists/${token}/copies`);
  await loadFromAccount(ownerId);
  return id;
}

/** Removes a listing that is no longer public. There is no undo, because it could not be saved again. */
export const removeUnavailable = (client: QueryClient, id: number) => updateSaved(client, id, false);

// Requests are sent one after another, in the order of the clicks.
let pendingRequest: Promise<unknown> = Promise.resolve();
let changeCount = 0;

/**
 * Saves or removes an id optimistically, and reverts that if the request fails.
 * @returns the lists that a removed listing was in; undefined on failure
 */
async function updateSaved(
  client: QueryClient,
  id: number,
  shouldSave: boolean,
): Promise<Partial<Pick<Unsaved, 'lists'>> | undefined> {
  changeCount++;
  if (ownerId === null) {
    // Read again, because another tab may have changed the list.
    writeLocalIds(applyChange(readLocalIds(), id, shouldSave));
    setSavedIds(readLocalIds());
    keepOffline(readLocalIds());
    return {};
  }
  const accountId = ownerId;
  setSavedIds(applyChange(getSavedIds() ?? [], id, shouldSave));
  let response: Partial<Unsaved> = {};
  const request = pendingRequest.then(() =>
    toFailure(t('Couldn’t save'), async () => {
      response = await send(shouldSave ? 'PUT' : 'DELETE', `${SAVED_PATH}/${id}`);
    }),
  );
  pendingRequest = request;
  const failure = await request;
  if (!failure) return response;
  if (failure.status === 401) void invalidateUser(client);
  if (ownerId === accountId) setSavedIds(applyChange(getSavedIds() ?? [], id, !shouldSave));
  toast({
    title: shouldSave ? t('Couldn’t save') : t('Couldn’t remove'),
    description: failure.message,
    tone: 'danger',
  });
  return undefined;
}

function applyChange(ids: readonly number[], id: number, shouldSave: boolean): number[] {
  const others = ids.filter((other) => other !== id);
  return shouldSave ? [id, ...others] : others;
}

/** The key of the saved listings in localStorage. */
const STORAGE_KEY = 'saved-listings';

// The ids that could not be written to localStorage; they last until the page is left.
let unpersistedIds: number[] | undefined;

/** The ids saved in this browser, last saved first, without duplicates and at most MAX_SAVED_LISTINGS. */
function readLocalIds(): number[] {
  if (unpersistedIds) return unpersistedIds;
  const { ids } = (readStoredObject(getLocalStorage(), STORAGE_KEY) ?? {}) as { ids?: unknown };
  if (!Array.isArray(ids)) return [];
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MAX_SAVED_LISTINGS);
}

/** Replaces the saved ids. If localStorage is full or disabled, they are held in memory while the page is open. */
function writeLocalIds(ids: number[]): void {
  unpersistedIds = storeObject(getLocalStorage(), STORAGE_KEY, { ids }) ? undefined : ids;
}

/** Whether the ids were written to localStorage. */
const isPersisted = () => unpersistedIds === undefined;
