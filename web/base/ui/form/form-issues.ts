import { get } from 'react-hook-form';

/** What is wrong with a value of a form, by its path: 'hours.monday.0.opens'. */
export interface Issue {
  path: string;
  message: string;
}

/** The issues in the errors of react-hook-form, which are nested like the values. */
export function toIssues(errors: object, parent = ''): Issue[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    const path = `${parent}${key}`;
    if (typeof error?.message === 'string') return [{ path, message: error.message }];
    return typeof error === 'object' && key !== 'ref' ? toIssues(error ?? {}, `${path}.`) : [];
  });
}

/** Whether there is a control for a path, or for what it is a part of: 'hours' for 'hours.monday'. */
export function isRendered({ _fields: fields }: { _fields: object }, path: string): boolean {
  const parts = path.split('.');
  return parts.some((_, index) => get({ fields }, `fields.${parts.slice(0, index + 1).join('.')}._f.mount`));
}
