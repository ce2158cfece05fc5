import { expect, it } from 'vitest';
import { isClosedStatus, readStatus } from './closed-status.ts';

it.each([
  ...['Closed', 'CLOSED', 'Permanently closed', 'INACTIVE', 'Out of Business', 'canceled', 'Cancelled', 'REVOKED'],
  ...['Expired', 'NOT RENEWED', 'non-renewed', 'Closed - 2023', 'License Expired', 'Business Closed', 'Terminated'],
  ...['cerrado', 'CERRADA', 'Inactivo', 'Cancelada', 'Vencida', 'Dado de baja', 'No renovada', 'Clausurado'],
])("a business whose status is '%s' is closed", (status) => expect(isClosedStatus(status)).toBe(true));

it.each([
  ...['', 'Active', 'Open', 'OPEN', 'Current', 'Renewed', 'Pending', 'Issued', 'A', 'Activo', 'Abierto', 'Vigente'],
  ...['Temporarily closed', 'Closed for the season', 'Closed temporarily', 'Cerrado temporalmente', 'Not expired'],
  ...['Enclosed patio', 'Delinquent', 'Something else'],
])("a business whose status is '%s' is open", (status) => expect(isClosedStatus(status)).toBe(false));

it.each([
  ['Closed', 'Yes', true],
  ['Closed', 'No', false],
  ['Active', 'N', true],
  ['Active', 'Y', false],
  ['is_active', 'false', true],
  ['Status', 'N', false],
])('%s: %s', (column, text, isClosed) => expect(isClosedStatus(readStatus(column, text))).toBe(isClosed));
