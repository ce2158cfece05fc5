import { isNoValue } from '#server/source-files/cells.ts';

/**
 * Whether a text in the column of names is no name: it has no letter or digit, stands for nothing ('N/A', '#NAME?', '=1+1'), is structured text
 * ('{"primary": …'), or says what to do with its row ('DO NOT USE').
 */
export const isNoName = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text) || isNoValue(text) || STRUCTURED.test(text) || REMARK.test(text);

const STRUCTURED = /^[{[]\s*["'{[]/;

const REMARK =
  /\bdo(?:\s+not|n['’]?t)\s+use\b|\bno usar\b|^\W*(?:test(?:ing|er)?(?: (?:record|account|business|customer|store|site|listing))?|delete(?: me| this)?|to be deleted|(?:duplicate|dup)(?: (?:record|account|entry|of .*))?|inactive|void(?:ed)?|vacant|unnamed|no name|sin nombre|dba|d\/b\/a|no dba|same(?: as (?:above|below|owner|legal(?: name)?))?|see above|mismo nombre|(?:grand |sub ?)?totals?\b[\s\d.,:$]*|prueba)\W*$/i;
