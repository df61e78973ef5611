import { AppError } from '../../domain/base/errors.ts';
import { networkOf } from '../../domain/base/network.ts';
import { certificateLink } from '../../domain/certificate-requests/certificate-request.ts';
import type { CertificateLinks } from '../../ports/certificate-links.ts';
import type { SharedCounts } from '../../ports/shared-counts.ts';
import type { SigningKeyStore } from '../../ports/stores/signing-key-store.ts';
import { createBudgets } from './budgets.ts';
import { type Jwk, keptKeys, readSigned, signed } from './signed-content.ts';
import type { TokenKey } from './token-key.ts';

const linkType = 'certificate-request';
const perMinute = { address: 60, link: 30 };

type LinkSettings = {
  readonly key: Pick<TokenKey, 'keyId' | 'privateKey' | 'publicJwk'>;
  readonly store: Pick<SigningKeyStore, 'listPublic'>;
  readonly keepKey: () => Promise<void>;
  /** Absent unless the gateway has several workers. */
  readonly counts?: SharedCounts;
  now(): Date;
};

export function createCertificateLinks({ key, store, keepKey, counts, now }: LinkSettings): CertificateLinks {
  const budgets = createBudgets(now, counts?.passing('links'));
  function use(kind: keyof typeof perMinute, name: string): void {
    const most = perMinute[kind];
    const { waitMs } = budgets.left(`${kind} ${name}`, most, 1);
    if (waitMs > 0) {
      const message = 'This page was opened too many times. Try again in a few seconds.';
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: Math.ceil(waitMs / 1000) });
    }
    budgets.use(`${kind} ${name}`, most, 1);
  }
  const read = (token: string, keys: () => Promise<readonly Jwk[]>) =>
    readSigned(token, { type: linkType, schema: certificateLink, keys });

  return {
    async sign(link) {
      await keepKey();
      return signed(key, linkType, link);
    },

    async read(token, remoteAddress) {
      use('address', networkOf(remoteAddress));
      const own = await read(token, async () => [key.publicJwk]);
      const found = own.signature === 'UNKNOWN_KEY' ? await read(token, () => keptKeys(store)) : own;
      if (found.signature !== 'VALID') return null;
      use('link', found.content.requestId);
      return found.content;
    },
  };
}
