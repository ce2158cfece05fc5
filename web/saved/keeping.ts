import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Ad } from '#contract/listings.ts';
import type { Merged, SavedListing } from '#contract/saved.ts';
import { MOST_SAVED } from '#contract/saved-limits.ts';
import { type Page, readByFetch } from '../app/api.ts';
import { refusalOf } from '../app/run-mutation.ts';
import { send } from '../app/send.ts';
import { askUserAgain } from '../session/session.ts';
import { userQuery } from '../session/user.ts';
import { toast } from '../ui/toast.tsx';
import { isKeptHere, KEPT, keepHere, keptHere } from './kept-here.ts';
import { getSaved, tellSaved } from './saved.ts';

type Saved = Pick<Ad, 'id' | 'title'>;

const SAVED = '/api/user/saved';

/** Whose list is told: an account's, nobody's (the browser's), or none yet. */
let whose: number | null | undefined;
let hasBegun = false;

/**
 * Begins to tell what is saved, and goes on as people sign in and out: in the account, or in the browser while nobody is
 * signed in. What the browser has kept moves to the account that signs in.
 */
export function begin(client: QueryClient): void {
  if (hasBegun) return;
  hasBegun = true;
  const observer = new QueryObserver(client, userQuery);
  const follow = ({ data: user } = observer.getCurrentResult()) => {
    if (user !== undefined) void tellOf(user?.id ?? null);
  };
  observer.subscribe(follow);
  follow();
  // Another tab has saved something.
  addEventListener('storage', ({ key }) => {
    if (whose === null && (key === KEPT || key === null)) tellSaved(keptHere());
  });
  document.addEventListener('visibilitychange', () => {
    if (typeof whose === 'number' && document.visibilityState === 'visible') void tellAccount(whose);
  });
}

async function tellOf(next: number | null): Promise<void> {
  if (next === whose) return;
  whose = next;
  if (next === null) return tellSaved(keptHere());
  tellSaved(undefined);
  await tellAccount(next);
}

async function tellAccount(id: number): Promise<void> {
  const kept = keptHere();
  const changes = changed;
  const ids = await (kept.length > 0 ? mergeKept(kept) : readAccount()).catch(() => undefined);
  // Meanwhile somebody else may have signed in, or something was saved, which that answer does not know of yet.
  if (whose === id && ids && changes === changed) tellSaved(ids);
}

async function mergeKept(kept: number[]): Promise<number[]> {
  const { saved, left } = await send<Merged>('POST', SAVED, { ids: kept });
  keepHere(keptHere().filter((id) => left.includes(id) || !kept.includes(id)));
  return saved.map(({ id }) => id);
}

async function readAccount(): Promise<number[]> {
  return ((await readByFetch(SAVED)) as Page<SavedListing>).items.map(({ id }) => id);
}

/** Saves a listing, or takes that back, and says so. */
export async function turn(client: QueryClient, ad: Saved): Promise<void> {
  const saved = await known(client);
  if (!saved) return toast({ title: 'Not saved', description: UNKNOWN, tone: 'danger' });
  if (saved.includes(ad.id)) await remove(client, ad);
  else await save(client, ad);
}

/** What is saved, asked for once more where it could not be read so far. */
async function known(client: QueryClient): Promise<readonly number[] | undefined> {
  begin(client);
  if (whose === undefined) {
    const user = await client.fetchQuery(userQuery).catch(() => undefined);
    if (user !== undefined) await tellOf(user?.id ?? null);
  }
  if (typeof whose === 'number' && !getSaved()) await tellAccount(whose);
  return getSaved();
}

const UNKNOWN = 'What you have saved could not be read. Try again.';

async function save(client: QueryClient, ad: Saved): Promise<void> {
  if ((getSaved()?.length ?? 0) >= MOST_SAVED && whose === null) {
    const description = `You can save ${MOST_SAVED} listings. Remove one first.`;
    return toast({ title: 'Not saved', description, tone: 'danger' });
  }
  if (await change(client, ad.id, true)) toast({ title: 'Saved', description: whereTo(), tone: 'success' });
}

function whereTo(): string {
  if (typeof whose === 'number') return 'It is in your account, under Saved.';
  if (isKeptHere()) return 'It is in this browser, under Saved. Sign in to have it everywhere.';
  return 'Your browser keeps nothing, so only until you leave. Sign in to keep it.';
}

async function remove(client: QueryClient, ad: Saved): Promise<void> {
  if (!(await change(client, ad.id, false))) return;
  toast({
    title: 'Removed',
    description: ad.title,
    action: { label: 'Undo', elsewhere: `Save ${ad.title} again`, onAct: () => void save(client, ad) },
  });
}

/** Takes out one that is listed no longer: it could not be saved again. */
export const removeGone = (client: QueryClient, id: number) => change(client, id, false);

// One after another, in the order of the clicks.
let sending: Promise<unknown> = Promise.resolve();
let changed = 0;

/** Shows at once what is wanted, and takes that back where it could not be done. Whether it could. */
async function change(client: QueryClient, id: number, isWanted: boolean): Promise<boolean> {
  changed++;
  if (whose === null) {
    // Another tab may have saved something since.
    keepHere(changedBy(keptHere(), id, isWanted));
    tellSaved(keptHere());
    return true;
  }
  const account = whose;
  tellSaved(changedBy(getSaved() ?? [], id, isWanted));
  const sent = sending.then(() => refusalOf('Not saved', () => send(isWanted ? 'PUT' : 'DELETE', `${SAVED}/${id}`)));
  sending = sent;
  const refusal = await sent;
  if (!refusal) return true;
  if (refusal.status === 401) void askUserAgain(client);
  if (whose === account) tellSaved(changedBy(getSaved() ?? [], id, !isWanted));
  toast({ title: isWanted ? 'Not saved' : 'Not removed', description: refusal.message, tone: 'danger' });
  return false;
}

function changedBy(ids: readonly number[], id: number, isWanted: boolean): number[] {
  const others = ids.filter((other) => other !== id);
  return isWanted ? [id, ...others] : others;
}
