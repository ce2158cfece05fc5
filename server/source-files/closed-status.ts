import { toNameKey } from './name-key.ts';

/**
 * Whether a source says by the words of a status that a business is closed: 'CLOSED', 'Out of Business', 'Not renewed', 'Inactiva'. Other words, and what is
 * only for a time, are those of an open one.
 */
export const isClosedStatus = (text: string): boolean => {
  const key = toNameKey(text);
  return CLOSED.test(key) && !FOR_A_TIME.test(key);
};

const CLOSED = new RegExp(
  `^(?:(?:business|location|account|license|licence|permit|facility|permanently|perm|status|negocio|licencia|permanente(?:mente)?) )*(?:${[
    'closed|closure|inactive|inact|out of business|oob|defunct|dissolved|ceased(?: operations?)?|no longer (?:in business|operating|active)',
    'cancell?ed|revoked|expired|lapsed|terminated|surrendered|withdrawn|discontinued|void(?:ed)?|deactivated|retired',
    '(?:not|non) (?:renewed|active|operating|in business)|gone|permanently closed|moved out of (?:area|city|state)',
    'cerrad[oa]|cierre|clausurad[oa]|inactiv[oa]|cancelad[oa]|revocad[oa]|vencid[oa]|expirad[oa]|caducad[oa]|(?:dad[oa] )?de baja|baja',
    'no (?:renovad[oa]|activ[oa]|vigente)|fuera de (?:negocio|servicio)|ya no existe',
  ].join('|')})\\b`,
);

const FOR_A_TIME = /\b(?:temporar|temp\b|seasonal|for the season|temporal|por temporada|reopen|will open|not expired)/;

/** Columns that answer with yes or no. */
const YES_MEANS_CLOSED = /^(?:is )?(?:closed|permanently closed|inactive|out of business|cerrado|inactivo)$/;
const NO_MEANS_CLOSED = /^(?:is )?(?:active|open|in business|operating|activo|abierto|vigente)$/;

/** The status that a cell of a column says, of which 'Active: no' is one. */
export function readStatus(column: string, text: string): string {
  const name = toNameKey(column);
  const isClosed =
    (YES_MEANS_CLOSED.test(name) && /^(?:y|yes|true|t|1|x|s[ií])$/i.test(text)) ||
    (NO_MEANS_CLOSED.test(name) && /^(?:n|no|false|f|0)$/i.test(text));
  return isClosed ? 'closed' : text;
}
