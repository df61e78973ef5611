import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { choiceInput } from '../base/input.ts';
import { valueKinds } from '../base/value-kinds.ts';
import { coverageFields } from '../coverage/coverage-requirement.ts';
import { journalSettings } from './journal-settings.ts';
import {
  collectionPolicy,
  dayOfInstant,
  deliveryFees,
  euDistanceSales,
  exemptInclusivePrice,
  inclusiveRounding,
  latePolicy,
  roundingLevel,
  roundingMode,
  shippingTaxMethod,
} from './setting-choices.ts';
import type { TenantKind } from './tenant-kind.ts';

const country = z.string().length(2);
const currency = z.string().length(3).register(valueKinds, { kind: 'currency' });
const day = z.string().register(valueKinds, { kind: 'day' });

/** Tenant settings that apply to all documents. Missing settings have their default values. */
export const tenantSettings = z.object({
  /** Address of the seller’s establishment, from which goods ship. Without a state, destination rules apply. */
  homeAddress: z
    .object({
      country: country.default('US'),
      state: z.string().nullable().default(null),
      city: z.string().nullable().default(null),
      zip: z.string().nullable().default(null),
    })
    .prefault({}),
  collectionPolicy: choiceInput(collectionPolicy).default('EVERYWHERE').meta({
    description:
      'Where the seller collects tax: at every destination, or only where nexus or a registration is declared. Default: EVERYWHERE.',
  }),
  oneStopShop: z.boolean().default(false).meta({
    description:
      'Whether the seller declares sales to EU consumers through the one-stop shop, and therefore charges VAT in every member state. Default: false.',
  }),
  euDistanceSales: choiceInput(euDistanceSales).default('BELOW_THRESHOLD').meta({
    description:
      'Whether sales to consumers in other EU member states are below 10,000 EUR a year. Below the threshold, a seller registered only at home charges the VAT of its home country. `MEASURED` switches according to the stored sales of this year and last year. Default: BELOW_THRESHOLD.',
  }),
  sellerIsSmallBusiness: z.boolean().default(false).meta({
    description:
      'Whether the seller uses the special scheme for small enterprises (Directive 2006/112/EC, article 284): it charges no VAT in its own member state, and invoices include the required sentence. Stored documents keep the scheme in force when they were calculated. Default: false.',
  }),
  deliveryFees: choiceInput(deliveryFees).default('REPORT').meta({
    description:
      'Whether the retail delivery fees of Colorado and Minnesota are reported in a notice (`REPORT`), or charged because the seller is liable for them (`CHARGE`). Default: REPORT.',
  }),
  joinedSimplifiedSellersUseTaxOn: day.nullable().default(null).meta({
    description:
      'First day, in ISO 8601, on which the seller takes part in Alabama’s program for out-of-state sellers. From then on, the flat 8 % Simplified Sellers Use Tax is charged in Alabama instead of state and local rates. Default: none.',
  }),
  dayOfInstant: choiceInput(dayOfInstant).default('AT_HOME').meta({
    description:
      'Tax date of a document whose `createdDate` is an instant in UTC, such as 2026-08-10T04:30:00Z: the day where the seller is established (`AT_HOME`), or the day as written (`AS_WRITTEN`). Other dates are used as written. Default: AT_HOME.',
  }),
  latePolicy: choiceInput(latePolicy).default('NEXT_PERIOD').meta({
    description:
      'How a document whose tax date is in a filed period is handled: reported in the next open period (`NEXT_PERIOD`) or refused with `PERIOD_CLOSED` (`REFUSE`). Default: NEXT_PERIOD.',
  }),
  nexusNotices: z.boolean().default(false).meta({
    description:
      'Whether invoices have the notice `NEXUS_THRESHOLD_REACHED` for places whose threshold is reached and where no nexus is declared. Invoices are then slower, because the sales in their places are read each time. Default: false.',
  }),
  expiringSoonDays: z.int().min(0).max(3650).default(60).meta({
    description:
      'Number of days before expiry at which the status of a certificate becomes `EXPIRING_SOON`, from 0 to 3650. Default: 60.',
  }),
  requireEvidence: z.boolean().default(false).meta({
    description:
      'Whether a certificate exempts only with an attached file, such as a scan. Without the file, its status is `PENDING`, and documents that it would cover have the notice `CERTIFICATE_PENDING`. Default: false.',
  }),
  require: coverageFields.prefault({}).meta({
    description:
      'Minimum precision of addresses in documents, quotes and US rate lookups, and which tax codes are accepted. Less precise addresses are refused with `INSUFFICIENT_COVERAGE`, unknown tax codes with `INVALID_INPUT`. Default: no requirement.',
  }),
  defaultCurrency: currency.default('USD').meta({
    description: 'Currency of documents sent without a currency, by ISO 4217 code. Default: USD.',
  }),
  defaultTaxCode: z.string().min(1).max(256).nullable().default(null).meta({
    description:
      'Tax code of items sent without a tax code, such as `C1S1`. These items have the notice `TAX_CODE_ASSUMED`. Default: none. Without this setting, a document or quote with such an item is refused.',
  }),
  reportingCurrency: currency.nullable().default(null).meta({
    description:
      'ISO 4217 code of the reporting currency, such as EUR. Documents and liability in other currencies are also shown in this currency. Default: none.',
  }),
  roundingLevel: choiceInput(roundingLevel).default('BY_LAW').meta({
    description:
      'Level at which tax is rounded: as prescribed by the law of the place, each line, the whole document, each rate of the document, or each unit. Default: BY_LAW. Older accounts keep `LINE` until the setting is changed.',
  }),
  roundingMode: choiceInput(roundingMode).default('HALF_UP').meta({
    description:
      'How taxes are rounded to the smallest unit of the currency. Line totals, discounts and refunded tax are always rounded half away from zero. Default: HALF_UP.',
  }),
  inclusiveRounding: choiceInput(inclusiveRounding).default('TAX').meta({
    description: 'Which part of a tax-inclusive price is rounded; the other part is the remainder. Default: TAX.',
  }),
  exemptInclusivePrice: choiceInput(exemptInclusivePrice).default('KEEP').meta({
    description:
      'Whether an exempt buyer pays a tax-inclusive price in full (`KEEP`) or without the tax (`STRIP`). Default: KEEP.',
  }),
  discountCoversShipping: z.boolean().default(false).meta({
    description: 'Whether a discount on the whole document also covers the shipping fee. Default: false.',
  }),
  shippingTaxMethod: choiceInput(shippingTaxMethod).default('BY_LAW').meta({
    description:
      'Whether a shipping fee is taxed by the law of the place, by its own tax code, or at the rates of the goods. Default: BY_LAW. Older accounts keep `OWN_CODE` until the setting is changed.',
  }),
  journal: journalSettings.prefault({}).meta({
    description: 'Accounts that the journal posts to. Default: the accounts of the chart `BY_COUNTRY`.',
  }),
});

export type TenantSettings = z.output<typeof tenantSettings>;

export type Tenant = {
  readonly tenantId: string;
  readonly name: string;
  readonly kind: TenantKind;
  /** The fixed time of a test tenant's clock; null for the real time. */
  readonly testClock: Date | null;
  /** Revision of the tenant's private letter rulings; 0 before the first. */
  readonly rulingsRevision: number;
  readonly settings: TenantSettings;
};

/** Whether the home address is known. The US is also the country of accounts without a home address. */
export function isHomeKnown({ country, state, zip }: TenantSettings['homeAddress']): boolean {
  return country !== 'US' || state !== null || zip !== null;
}

/** A tenant without records, with default settings. */
export function newTenant(name: string, kind: TenantKind): Tenant {
  return {
    tenantId: randomUUID(),
    name,
    kind,
    testClock: null,
    rulingsRevision: 0,
    settings: tenantSettings.parse({}),
  };
}
