/** The content of a toast. `danger` is announced at once, the other tones when the screen reader is idle. */
export type ToastMessage = {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'danger';
  /** A button such as 'Undo'; `altText` describes another way, for users who cannot reach the button in time. */
  action?: { label: string; altText: string; onClick: () => void };
  /** Whether it stays until it is closed, or another one takes its place. */
  stays?: boolean;
};

/** The newest toast; `open` is false once it was closed, swiped away, used or has timed out. */
export type CurrentToast = ToastMessage & { id: number; open: boolean };
