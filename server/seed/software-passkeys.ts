import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A passkey of the software authenticator. */
export interface SoftwarePasskey {
  id: string;
  privateKey: KeyObject;
}

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
}

/** What the authenticator does other than an honest one for our page. */
interface Deviations {
  origin?: string;
  /** By default 0, as synchronized passkeys have it. */
  counter?: number;
  isUserVerified?: boolean;
}

const ORIGIN = 'http://localhost:3000';
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Creates a passkey (P-256, attestation 'none') as a browser does it for `options`; returns it and the response for the server. */
export function createPasskey(options: unknown, deviations: Deviations = {}) {
  const { challenge, rp } = options as Options;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE: EC2 (2), ES256 (-7), P-256 (1).
  const key = encodeMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  const idLength = Buffer.alloc(2);
  idLength.writeUInt16BE(id.length);
  const credential = Buffer.concat([Buffer.alloc(16), idLength, id, key]);
  const data = toAuthenticatorData(rp?.id ?? 'localhost', HAS_CREDENTIAL, deviations, credential);
  const attestation = encodeMap([
    ['fmt', 'none'],
    ['attStmt', encodeMap([])],
    ['authData', data],
  ]);
  const passkey: SoftwarePasskey = { id: id.toString('base64url'), privateKey };
  return {
    passkey,
    response: {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: toClientData('webauthn.create', challenge, deviations).toString('base64url'),
        attestationObject: attestation.bytes.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    },
  };
}

/** Signs with a passkey as a browser does it for `options`. */
export function signWithPasskey(passkey: SoftwarePasskey, options: unknown, deviations: Deviations = {}) {
  const { challenge, rpId = 'localhost' } = options as Options;
  const clientData = toClientData('webauthn.get', challenge, deviations);
  const data = toAuthenticatorData(rpId, 0, deviations);
  const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key' as const,
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
    },
    clientExtensionResults: {},
  };
}

const toClientData = (type: string, challenge: string, { origin = ORIGIN }: Deviations) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function toAuthenticatorData(
  rpId: string,
  flags: number,
  { counter = 0, isUserVerified = true }: Deviations,
  credential: Buffer = Buffer.alloc(0),
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const allFlags = Buffer.from([flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0)]);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), allFlags, count, credential]);
}

/** A value that is encoded as CBOR already. */
interface Encoded extends Buffer {
  bytes: Buffer;
}

type Value = number | string | Buffer;

/** A map in CBOR (RFC 8949), with the few kinds of values that attestations have. */
function encodeMap(entries: [number | string, Value][]): Encoded {
  const bytes = Buffer.concat([
    encodeHead(5, entries.length),
    ...entries.flatMap(([name, value]) => [encodeValue(name), encodeValue(value)]),
  ]);
  return Object.assign(Buffer.from(bytes), { bytes });
}

function encodeValue(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === 'string') return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if ('bytes' in value) return (value as Encoded).bytes;
  return Buffer.concat([encodeHead(2, value.length), value]);
}

function encodeHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 256) return Buffer.from([(type << 5) | 24, length]);
  const head = Buffer.from([(type << 5) | 25, 0, 0]);
  head.writeUInt16BE(length, 1);
  return head;
}
