import { invalidField } from '../../domain/base/errors.ts';
import { groupedBy } from '../../domain/base/grouped-by.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { needsDeclarations } from '../../domain/nexus/tax-collection.ts';
import { underRulingsOf } from '../../domain/rate-book/ruling.ts';
import { decidingProducts } from '../../domain/transactions/item-product.ts';
import type { ReplayFacts } from '../../domain/what-if/replay/frozen-facts.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { currentSettings } from '../account/account.ts';
import { exchangeRatesFor } from '../assessment/request/load-calculation-facts.ts';
import { findProductCodes } from '../products/product-codes.ts';
import type { ReplayTarget } from './replay-document.ts';

/** The rate book of a version, loaded if it is not in memory; null if it is not kept. */
function openRateBook(ctx: Context, session: Session, version: string, digest?: string) {
  const { reference, rateBookVersions } = ctx;
  if (reference.version === version && (digest === undefined || digest === reference.digest)) {
    return Promise.resolve(reference);
  }
  if (!rateBookVersions) throw new Error('Background work cannot open other versions of the rate book.');
  return rateBookVersions.open(version, { digest, onLoad: () => session.work.add(workCosts.rateBookLoad) });
}

/** The requested rate book. Throws if it is not available. */
export async function requireRateBook(
  ctx: Context,
  session: Session,
  version: string,
  path: readonly (string | number)[],
): Promise<ReferenceData> {
  const book = await openRateBook(ctx, session, underRulingsOf(ctx.reference, version));
  if (book) return book;
  const message = `The rate book ${JSON.stringify(version)} is not in the archive, or this release cannot use it.`;
  throw invalidField([...path], 'UNKNOWN_VALUE', message);
}

/**
 * Reads the inputs for recalculating documents: once for a list, except for customers, certificates, products and
 * exchange rates, which are read per page.
 */
export async function loadReplayTarget(ctx: Context, session: Session, rateBook: string) {
  const asked: ReplayTarget['asked'] = rateBook === 'ORIGINAL' || rateBook === 'CURRENT' ? rateBook : 'VERSION';
  const named = asked === 'VERSION' ? await requireRateBook(ctx, session, rateBook, ['rateBook']) : null;
  const book = asked === 'CURRENT' ? ctx.reference : named;
  const settings = await currentSettings(session);
  const declarations = needsDeclarations(settings) ? await session.stores.nexus.list() : [];
  const missing = new Set<string>();
  const ownBook = async ({ transaction, snapshot }: StoredTransaction) => {
    const { rateBookVersion } = transaction;
    const name = `${rateBookVersion} ${snapshot.basis?.bookDigest ?? ''}`;
    if (missing.has(name)) return null;
    const found = await openRateBook(ctx, session, rateBookVersion, snapshot.basis?.bookDigest);
    if (!found) missing.add(name);
    return found;
  };
  return async (page: readonly StoredTransaction[]): Promise<(stored: StoredTransaction) => ReplayTarget> => {
    const factsOf = asked === 'CURRENT' ? await loadCurrentFacts(session, page, { settings, declarations }) : null;
    const shared = { asked, book, ownBook };
    return (stored) => ({ ...shared, current: factsOf?.(stored) ?? { ...nobody, settings, declarations } });
  };
}

/** Placeholder facts for replays that use no current facts, or only the current settings and declarations. */
const nobody: Pick<ReplayFacts, 'customer' | 'exemptions' | 'exchangeRates'> = {
  customer: { name: null, customerType: 'RETAIL', taxNumber: null, address: null },
  exemptions: [],
  exchangeRates: [],
};

async function loadCurrentFacts(
  { stores }: Session,
  page: readonly StoredTransaction[],
  account: Pick<ReplayFacts, 'settings' | 'declarations'>,
): Promise<(stored: StoredTransaction) => ReplayFacts> {
  const customerIds = [...new Set(page.map(({ transaction }) => transaction.customerId))];
  const documents = page.map(({ transaction }) => transaction);
  const [customers, exemptions, exchangeRates, productCodes] = await Promise.all([
    stores.customers.findMany(customerIds),
    stores.exemptions.findByCustomers(customerIds),
    exchangeRatesFor(stores, account.settings, documents),
    findProductCodes(stores, documents),
  ]);
  const customerById = new Map(customers.map((customer) => [customer.serviceId, customer]));
  const exemptionsById = new Map(groupedBy(exemptions, ({ customerId }) => customerId));
  return ({ transaction }) => {
    const { customerId } = transaction;
    const customer = customerById.get(customerId);
    if (!customer) throw new Error(`Customer ${customerId} not found.`);
    const own = { customer, exemptions: exemptionsById.get(customerId) ?? [], exchangeRates };
    const isLeftToProduct = decidingProducts([transaction]).length > 0;
    return { ...account, ...own, ...(isLeftToProduct && { productCodes }) };
  };
}
