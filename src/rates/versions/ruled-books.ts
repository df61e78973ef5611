import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Tenant } from '../../domain/account/tenant.ts';
import { latestRevision, type Ruling, rulingsIn, versionParts } from '../../domain/rate-book/ruling.ts';
import type { RateBookVersions } from '../../ports/rate-book-versions.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Stores } from '../../ports/stores.ts';
import { withTestLand } from '../book/with-test-land.ts';

const mostTenants = 1_000;

type Ruled = { readonly rulings: readonly Ruling[]; readonly books: WeakMap<ReferenceData, ReferenceData> };
type Owner = Pick<Tenant, 'tenantId'>;

/** The rulings of all tenants that do not match a rate book, each with the reason. */
export async function listMisfits(
  { tenants, forTenant }: Pick<Stores, 'tenants' | 'forTenant'>,
  book: ReferenceData,
): Promise<string[]> {
  const { bookFor } = createRuledBooks({ forTenant });
  const found: string[] = [];
  for (const tenant of await tenants.listRuled()) {
    const { rulingMisfits } = await bookFor(tenant, book);
    for (const [number, reason] of rulingMisfits)
      found.push(`Ruling ${number} of ${tenant.name} is not applied: ${reason}`);
  }
  return found;
}

/**
 * Applies the rulings of tenants to rate books. A revision never changes, so each is read once; tenants without rulings
 * need no query. A new revision arrives with the tenant's settings, on every replica within a second.
 */
export function createRuledBooks({ forTenant }: Pick<Stores, 'forTenant'>, log?: Pick<Logger, 'warn'>) {
  const known = new LRUCache<string, Ruled, Owner & { readonly revision: number }>({
    max: mostTenants,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { tenantId, revision } }) {
      const stored = await forTenant(tenantId).rulings.list();
      // Requests can specify a revision that does not exist yet.
      if (revision > latestRevision(stored)) return undefined;
      return { rulings: rulingsIn(stored, revision), books: new WeakMap() };
    },
  });

  /** Null if the tenant does not have the revision. */
  async function under(book: ReferenceData, { tenantId }: Owner, revision: number): Promise<ReferenceData | null> {
    if (revision === 0) return book;
    const found = await known.fetch(`${tenantId} ${revision}`, { context: { tenantId, revision } });
    if (!found) return null;
    const made = found.books.get(book);
    if (made) return made;
    const ruled = book.withRulings(revision, found.rulings);
    found.books.set(book, ruled);
    for (const [number, reason] of ruled.rulingMisfits) {
      log?.warn(
        { tenantId, ruling: number, rateBookVersion: ruled.version, reason },
        'a ruling does not match the rate book',
      );
    }
    return ruled;
  }

  return {
    /** The book that applies to a tenant: with its rulings and, for a test tenant, with test land. */
    async bookFor(tenant: Pick<Tenant, 'tenantId' | 'kind' | 'rulingsRevision'>, book: ReferenceData) {
      const ruled = await under(book, tenant, tenant.rulingsRevision);
      if (!ruled) throw new Error(`The rulings of tenant ${tenant.tenantId} were not read.`);
      return tenant.kind === 'TEST' ? withTestLand(ruled) : ruled;
    },

    /** A tenant's versions include the revision of its rulings. */
    versionsFor: (versions: RateBookVersions, tenant: Owner): RateBookVersions => ({
      ...versions,
      async open(version, { digest, ...options } = {}) {
        const { shared, revision } = versionParts(version);
        const [ofShared] = digest?.split('~') ?? [];
        const book = await versions.open(shared, { digest: ofShared, ...options });
        const ruled = book && (await under(book, tenant, revision));
        return digest === undefined || ruled?.digest === digest ? ruled : null;
      },
    }),
  };
}
