import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { DamagedBackup } from './damaged-backup.ts';

/** A step of a pipeline of bytes. */
export type Step = (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;

/** Encrypts in the format of age (https://age-encryption.org) for the owner of a key, whom the server need not know. */
export function encryptFor(recipient: string): Step {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return async function* (source) {
    for await (const chunk of await encrypter.encrypt(toWebStream(source))) yield Buffer.from(chunk);
  };
}

/** @throws {DamagedBackup} from the step, when it was encrypted for another key, or was changed or cut off */
export function decryptWith(identity: string): Step {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return async function* (source) {
    try {
      for await (const chunk of await decrypter.decrypt(toWebStream(source))) yield Buffer.from(chunk);
    } catch (error) {
      if (error instanceof DamagedBackup) throw error;
      throw new DamagedBackup(`It cannot be decrypted with BACKUP_IDENTITY: ${(error as Error).message}.`);
    }
  };
}

/** Generates a pair of keys: `recipient` encrypts, `identity` decrypts. */
export async function generateKeys(): Promise<{ recipient: string; identity: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

const toWebStream = (source: AsyncIterable<Buffer>) =>
  ReadableStream.from(source) as globalThis.ReadableStream<Uint8Array>;
