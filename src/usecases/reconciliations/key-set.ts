import { createHash } from 'node:crypto';

/**
 * A set of keys. Stores 64 bits of a digest instead of each key, because a file of 1 GB can contain many millions of
 * keys; expect one collision per million files.
 */
export class KeySet {
  size = 0;
  #slots = new BigUint64Array(1_024);
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a key. Returns false if the key is absent and the set is full. */
  add(key: string): boolean {
    const digest = digestOf(key);
    if (this.size >= this.#most) return this.#slots[this.#placeOf(digest)] === digest;
    if (this.size * 2 >= this.#slots.length) this.#grow();
    if (this.#insert(digest)) this.size++;
    return true;
  }

  has(key: string): boolean {
    const digest = digestOf(key);
    return this.#slots[this.#placeOf(digest)] === digest;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new BigUint64Array(old.length * 2);
    for (const digest of old) if (digest !== 0n) this.#insert(digest);
  }

  #insert(digest: bigint): boolean {
    const place = this.#placeOf(digest);
    if (this.#slots[place] === digest) return false;
    this.#slots[place] = digest;
    return true;
  }

  /** The position of the digest, or its insertion point. */
  #placeOf(digest: bigint): number {
    const mask = this.#slots.length - 1;
    let place = Number(digest & 0xffffffffn) & mask;
    while (this.#slots[place] !== 0n && this.#slots[place] !== digest) place = (place + 1) & mask;
    return place;
  }
}

/** The digest of a key, which is never zero, because zero marks a free slot. */
function digestOf(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigUInt64LE(0) || 1n;
}
