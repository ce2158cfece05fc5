import { hash } from 'node:crypto';

/** A set of texts that takes some 20 bytes for each, however long they are: a file may have millions of rows. */
export interface KeySet {
  has(key: string): boolean;
  add(key: string): void;
}

const FIRST_SLOTS = 1024;
const MAX_LOAD = 0.7;

/**
 * Holds the first 64 bits of a hash of each text. Two of ten million texts have the same ones with a probability of three in a
 * million.
 */
export function createKeySet(): KeySet {
  let count = 0;
  let high = new Uint32Array(FIRST_SLOTS);
  let low = new Uint32Array(FIRST_SLOTS);

  /** The slot that has these bits, or the free one where they would be. */
  function findSlot(highBits: number, lowBits: number) {
    let slot = lowBits % low.length;
    while ((low[slot] || high[slot]) && !(low[slot] === lowBits && high[slot] === highBits)) {
      slot = (slot + 1) % low.length;
    }
    return slot;
  }

  function grow() {
    const [formerHigh, formerLow] = [high, low];
    high = new Uint32Array(2 * formerHigh.length);
    low = new Uint32Array(2 * formerLow.length);
    for (let n = 0; n < formerLow.length; n++) {
      const [highBits = 0, lowBits = 0] = [formerHigh[n], formerLow[n]];
      if (!lowBits && !highBits) continue;
      const slot = findSlot(highBits, lowBits);
      high[slot] = highBits;
      low[slot] = lowBits;
    }
  }

  return {
    has(key) {
      const [highBits, lowBits] = toBits(key);
      const slot = findSlot(highBits, lowBits);
      return Boolean(low[slot] || high[slot]);
    },
    add(key) {
      const [highBits, lowBits] = toBits(key);
      const slot = findSlot(highBits, lowBits);
      if (low[slot] || high[slot]) return;
      high[slot] = highBits;
      low[slot] = lowBits;
      count++;
      if (count > MAX_LOAD * low.length) grow();
    },
  };
}

function toBits(key: string): [number, number] {
  const digest = hash('sha1', key, 'buffer');
  // A free slot has zeros.
  return [digest.readUInt32LE(0), digest.readUInt32LE(4) || 1];
}
