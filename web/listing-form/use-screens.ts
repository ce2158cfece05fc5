import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ListingForm } from '#contract/listing-form.ts';
import { type SchemaForm, useHydrated } from '../ui/form/form.tsx';
import { findFaultyScreen, LAST_SCREEN } from './screens.ts';

/** What gets the focus on another screen: the title of the listing, its first invalid field, or by default its heading. */
type ScreenFocus = 'title' | 'fault' | undefined;

/** The screens of a form: which one is shown, and how to get to the others. */
export interface FormScreens {
  /** Whether `current` is known: the server renders the first one. */
  isReady: boolean;
  /** From 0. */
  current: number;
  show: (screen: number, focus?: ScreenFocus) => void;
  /** Shows the first screen with an invalid field and focuses it. */
  showFault: () => void;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Changes with each request of `showFault`; `pending` until the field was focused. */
  fault: { request: number; pending: RefObject<boolean> };
}

/**
 * The screens of a form, each an entry of the browser's history, so that Back and Forward move between them and a reload shows the same
 * one. The URL stays the same: the server renders the first screen, and the browser shows the one of the entry.
 * @param readFirst the screen to begin with, of a form that was left
 */
export function useScreens(form: SchemaForm<ListingForm>, readFirst = () => 0): FormScreens {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [first, setFirst] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useLayoutEffect(() => setFirst(readFirst()), []);
  const isReady = isHydrated && first !== undefined;
  const current = isReady ? (parseScreen(state) ?? first) : 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const pending = useRef(false);
  const [request, setRequest] = useState(0);

  // A requested screen begins at its heading; Back and Forward restore the position.
  const requested = useRef<{ screen: number; focus: ScreenFocus }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen.
  useEffect(() => {
    const { screen, focus } = requested.current ?? {};
    requested.current = undefined;
    if (screen === current && focus !== 'fault') focusOn(focus);
  }, [current]);

  const focusOn = (focus: ScreenFocus) => {
    if (focus === 'title') return form.setFocus('title');
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  };
  const show = (screen: number, focus?: ScreenFocus) => {
    pending.current = focus === 'fault';
    if (screen === current) return focus === 'title' ? focusOn(focus) : undefined;
    requested.current = { screen, focus };
    void navigate(pathname + search, { state: { ...state, screen }, preventScrollReset: true });
  };
  return {
    isReady,
    current,
    show,
    showFault: () => {
      const faulty = findFaultyScreen((name) => form.getFieldState(name).invalid);
      if (faulty < 0) return;
      setRequest((count) => count + 1);
      show(faulty, 'fault');
    },
    heading,
    fault: { request, pending },
  };
}

function parseScreen(state: unknown): number | undefined {
  const screen = (state as { screen?: unknown } | null)?.screen;
  return Number.isInteger(screen) ? Math.min(Math.max(screen as number, 0), LAST_SCREEN) : undefined;
}
