import { z } from 'zod';
import { defineMessage } from '#contract/i18n/t.ts';

/**
 * The field of a public form that people cannot see and programs fill in. What a browser's extension filled in is sent without it after
 * the question; programs rarely ask again.
 */
export const humanCheckSchema = z
  .literal('', defineMessage('This looks like a program filled in the form. Are you human?'))
  .default('');
