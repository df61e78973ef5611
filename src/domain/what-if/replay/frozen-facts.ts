import { type TenantSettings, tenantSettings } from '../../account/tenant.ts';
import type { Buyer, BuyerExemption } from '../../customers/buyer.ts';
import type { ExchangeRate } from '../../exchange-rates/exchange-rate.ts';
import type { NexusDeclaration } from '../../nexus/nexus-record.ts';
import type { PastThreshold } from '../../nexus/tax-collection.ts';
import { forcedExemption } from '../../transactions/evidence.ts';
import type { ProductCodes } from '../../transactions/item-product.ts';
import type {
  RecordedTransaction,
  SnapshotDeclaration,
  TransactionSnapshot,
} from '../../transactions/transaction-snapshot.ts';

/** The inputs to a document's figures other than the request and the rate book. */
export type ReplayFacts = {
  readonly customer: Buyer;
  readonly exemptions: readonly BuyerExemption[];
  readonly settings: TenantSettings & PastThreshold;
  readonly declarations: readonly NexusDeclaration[];
  readonly exchangeRates: readonly ExchangeRate[];
  /** Tax codes from products. If absent, the tax codes stored in the document are used. */
  readonly productCodes?: ProductCodes | undefined;
};

const defaults = tenantSettings.parse({});

/**
 * The facts at the time of the calculation. `current` replaces facts that were not kept: documents from 0.1.0 have no
 * settings. No coverage is required, because the document was accepted.
 */
export function frozenFacts(
  { transaction, snapshot }: RecordedTransaction,
  current: Pick<ReplayFacts, 'settings' | 'declarations'>,
): ReplayFacts {
  const { basis, options } = snapshot;
  const { exchangeRate, currency } = transaction;
  const settings = basis ? { ...defaults, ...basis.settings } : current.settings;
  return {
    customer: frozenBuyer(snapshot),
    exemptions: frozenExemptions(snapshot),
    settings: {
      ...settings,
      ...options,
      require: defaults.require,
      // Each certificate records whether its file was missing.
      requireEvidence: true,
      defaultCurrency: currency,
      reportingCurrency: exchangeRate?.toCurrency ?? null,
    },
    declarations: basis ? (basis.declarations ?? []).map(readDeclaration) : current.declarations,
    exchangeRates: exchangeRate ? [frozenRate(currency, exchangeRate)] : [],
  };
}

/** The frozen buyer. Only the country of its address affects the tax. */
function frozenBuyer({ buyer, customerType, basis }: TransactionSnapshot): Buyer {
  const nothing = { street: null, city: null, county: null, state: null, region: null, zip: null, isPartial: null };
  const address = basis?.buyerCountry === undefined ? null : { ...nothing, country: basis.buyerCountry };
  return { name: buyer?.name ?? null, taxNumber: buyer?.taxNumber ?? null, customerType, address };
}

/** The frozen exemptions, without an override, which is part of the document's input. */
function frozenExemptions({ basis, certificates, evidence = [] }: TransactionSnapshot): BuyerExemption[] {
  const own = basis?.ownCertificates ?? certificates.filter(({ id }) => id !== forcedExemption);
  return own.map(({ id, subdivision, relief, lacksEvidence, ...terms }) => {
    const paper = evidence.find((one) => one.id === id);
    return {
      ...terms,
      serviceId: id,
      state: subdivision,
      exemptionStatus: 'ACTIVE',
      exemptionType: relief.kind === 'full' ? 'FULLY' : 'PARTIALLY',
      exemptFraction: relief.kind === 'full' ? null : relief.exemptShare,
      reducedRate: relief.kind === 'full' ? null : relief.reducedRate,
      exemptionReason: paper?.exemptionReason ?? null,
      classification: paper?.classification ?? null,
      hasFile: !lacksEvidence,
      certificate: paper ? { certificateId: paper.number, name: paper.name, url: null } : null,
    } as BuyerExemption;
  });
}

/** A declaration from a snapshot. Omitted fields do not affect the tax. */
function readDeclaration(declaration: SnapshotDeclaration): NexusDeclaration {
  const never = new Date(0);
  return { ...declaration, createdAt: never, updatedAt: never, version: 0 } as unknown as NexusDeclaration;
}

type Converted = NonNullable<RecordedTransaction['transaction']['exchangeRate']>;

function frozenRate(fromCurrency: string, { toCurrency, rate, publishedOn, source }: Converted): ExchangeRate {
  return { fromCurrency, toCurrency, rate, publishedOn, source: source ?? '' };
}
