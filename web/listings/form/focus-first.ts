import type { RefCallBack } from 'react-hook-form';

/**
 * Gives a form a group of inputs as one of its fields: the focus that the form sends there goes to the first of them
 * that is at fault, or to the first.
 */
export const focusFirst = (ref: RefCallBack) => (group: HTMLElement | null) => {
  const find = (selector: string) => group?.querySelector<HTMLElement>(selector);
  ref(group && { focus: () => (find('[aria-invalid="true"]') ?? find('input, select, button'))?.focus() });
};
