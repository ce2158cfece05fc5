import { expect, it } from 'vitest';
import type { AuditKind } from '#contract/admin/audit-log.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { toShownAuditReason } from './audit-reasons.ts';

const CASES: [AuditKind, stored: string, spanish: string][] = [
  ['sign-in-failed', 'suspended', 'suspendida'],
  ['sign-in-failed', 'wrong current password', 'contraseña actual equivocada'],
  ['sign-in-failed', 'second factor: recovery', 'verificación en dos pasos: código de recuperación'],
  ['signed-in', 'totp', 'aplicación de autenticación'],
  ['second-factor-added', 'passkey', 'llave de acceso'],
  ['second-factor-removed', 'authenticator app', 'aplicación de autenticación'],
  ['listing-hidden', 'Merged into listing 12', 'Combinado en el anuncio 12'],
  ['listing-kept', 'Another business than row ex:1 of Permits', 'Otro negocio que la fila ex:1 de Permits'],
  ['listing-kept', 'Another business than listing 12', 'Otro negocio que el anuncio 12'],
  ['listing-hidden', 'Closed, according to Overture, 2026-03', 'Cerrado, según Overture, 2026-03'],
  ['listing-edited', 'Undo of bulk action #7', 'Se deshizo la acción en lote n.º 7'],
  [
    'approval-rules-changed',
    'On, accounts younger than 3 days, 2 words, 1 categories, 0 trusted accounts',
    'Activado, cuentas de menos de 3 días, 2 palabras, 1 categoría',
  ],
  ['objection-decided', 'Taken back: Because', 'Revertido: Because'],
  ['data-exported', 'audit as csv', 'registro de auditoría en csv'],
  ['data-exported', 'scheduled, audit.csv.gz', 'programado, audit.csv.gz'],
  [
    'export-scheduled',
    'listings as jsonl on the first of each month at 3:00, the newest 5',
    'anuncios en jsonl, el primero de cada mes, a las 3:00, los 5 más nuevos',
  ],
  ['import-undone', 'Import 4: shops.csv', 'Importación 4: shops.csv'],
  ['text-drafted', 'blog/a-post (Español): saved a draft', 'blog/a-post (Español): borrador guardado'],
  ['text-published', 'terms: published version 3. New rates', 'terms: versión 3 publicada. New rates'],
  ['notice-changed', 'Ended: Closed: today', 'Terminado: Closed: today'],
  ['tax-scheduled', 'No tax: Abroad', 'Sin impuesto: Abroad'],
  ['price-scheduled', 'Premium Monthly off sale: Ended', 'Premium mensual ya no se vende: Ended'],
  ['edit-accepted', 'closed', 'Cerró para siempre'],
  ['edit-dismissed', 'phone (949) 555-0147', 'El teléfono está mal: (949) 555-0147'],
  [
    'setting-changed',
    'Site name: “Local” (default) → “Us → them”',
    'Nombre del sitio: “Local” (predeterminado) → “Us → them”',
  ],
  ['setting-changed', 'Postal address: empty → “1 A St”', 'Dirección postal: vacío → “1 A St”'],
];

it.each(CASES)(
  'What the program composed for %s is shown in the language of the request: %s',
  (kind, stored, spanish) => {
    expect(inLanguage('es', () => toShownAuditReason(kind, stored))).toBe(spanish);
  },
);

it('What somebody typed stays as it is', () => {
  for (const kind of ['suspended', 'listing-hidden', 'setting-changed', 'price-scheduled', 'text-published'] as const)
    expect(inLanguage('es', () => toShownAuditReason(kind, 'suspended: On, passkey'))).toBe('suspended: On, passkey');
});
