import type { SigningKeyStore } from '../../ports/stores/signing-key-store.ts';
import { dayInSeconds } from './issued-tokens.ts';
import { type TokenKey, tokenAlgorithm } from './token-key.ts';

type Jwk = Readonly<Record<string, unknown>>;

const readEveryMs = 60_000;

/** The public halves of signing keys. They still verify a key's signatures after the key is replaced. */
export function createPublishedKeys(
  { keyId, publicJwk }: Pick<TokenKey, 'keyId' | 'publicJwk'>,
  store: Pick<SigningKeyStore, 'keepPublic' | 'listPublic'>,
  now: () => Date,
) {
  let isKept = false;
  let former: readonly Jwk[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  /** A key counts as replaced from the first use of the next key. The last tokens signed with it expire a day later. */
  async function readFormer(): Promise<readonly Jwk[]> {
    const known = await store.listPublic();
    const untilOf = (index: number) => {
      const next = known[index + 1];
      return next ? next.createdAt.getTime() + dayInSeconds * 1_000 : Number.POSITIVE_INFINITY;
    };
    return known
      .filter((key, index) => key.keyId !== keyId && now().getTime() < untilOf(index))
      .map((key) => ({ ...key.publicJwk, kid: key.keyId, alg: tokenAlgorithm, use: 'sig' }));
  }

  return {
    /** Written only if missing: every node of a distributed database stores the keys, and a node may be down. */
    async keep(): Promise<void> {
      isKept ||= (await store.listPublic()).some((key) => key.keyId === keyId);
      if (!isKept) await store.keepPublic({ keyId, algorithm: tokenAlgorithm, publicJwk, createdAt: now() });
      isKept = true;
    },

    /** As served at `/.well-known/jwks.json`. While the store cannot be read, the last known former keys are used. */
    async list(): Promise<readonly Jwk[]> {
      if (now().getTime() - readAt >= readEveryMs) {
        readAt = now().getTime();
        former = await readFormer().catch(() => former);
      }
      return [publicJwk, ...former];
    },
  };
}
