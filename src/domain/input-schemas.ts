import type { Tenant } from './account/tenant.ts';
import { type SettingsBook, settingsInput, settingsPatch } from './account/tenant-input.ts';
import type { TenantKind } from './account/tenant-kind.ts';
import { customerInput, customerPatch } from './customers/customer-input.ts';
import { exemptionInput, exemptionOfCustomerInput } from './exemptions/exemption-input.ts';
import { exemptionPatch } from './exemptions/exemption-patch.ts';
import { impactInput } from './exemptions/impact-input.ts';
import { ratesOfAddressInput, validatedAddressInput } from './lookups/lookup-input.ts';
import { type NexusBook, nexusInput } from './nexus/nexus-input.ts';
import { nexusPlaceInput } from './nexus/nexus-place-input.ts';
import { productInput, productsInput } from './products/product-input.ts';
import {
  oneQuoteCustomerInput,
  quoteCustomerInput,
  quoteInput,
  quoteOfOneCustomerInput,
} from './transactions/quote-input.ts';
import type { Leniency } from './transactions/sent-completeness.ts';
import { transactionInput, transactionOfOneCustomerInput } from './transactions/transaction-input.ts';
import { transactionPatch } from './transactions/transaction-patch.ts';
import { type TargetRules, webhookEndpointInput, webhookEndpointPatch } from './webhooks/endpoint-input.ts';
import { comparisonInGraphql, comparisonInput } from './what-if/scenarios/scenario-input.ts';

type BookOfInputs = NexusBook & SettingsBook;

/**
 * The schemas of all inputs, one per input, for REST and GraphQL. They depend on the kind of tenant, which determines
 * the rate book.
 */
export type InputsByKind = Readonly<Record<TenantKind, Inputs>>;

/** `matcherFor` looks places up in the rate book in force for the kind of tenant. */
export function createInputsByKind(
  matcherFor: (kind: TenantKind) => () => BookOfInputs,
  webhookTargets?: TargetRules,
): InputsByKind {
  // Each kind's schemas take tens of milliseconds to build, and many gateways have no test tenant.
  const ofKind = (kind: TenantKind) => once(() => createInputs(matcherFor(kind), webhookTargets));
  const [live, test] = [ofKind('LIVE'), ofKind('TEST')];
  return {
    get LIVE() {
      return live();
    },
    get TEST() {
      return test();
    },
  };
}

/** `matcher` returns the rate book against which inputs are checked. */
export function createInputs(matcher: () => BookOfInputs, webhookTargets: TargetRules = { allowsPrivate: false }) {
  const withDefaultTaxCode = once(() => documentInputs(matcher, { isTaxCodeOptional: true }));
  return {
    ...documentInputs(matcher, { isTaxCodeOptional: false }),
    /** For accounts with a default tax code. */
    get withDefaultTaxCode() {
      return withDefaultTaxCode();
    },
    customer: customerInput,
    customerPatch,
    exemption: exemptionInput(matcher),
    exemptionOfCustomer: exemptionOfCustomerInput(matcher),
    exemptionImpact: impactInput(matcher),
    exemptionPatch,
    nexus: nexusInput(matcher),
    nexusPlace: nexusPlaceInput(matcher),
    product: productInput(matcher),
    products: productsInput(matcher),
    salesTaxRates: ratesOfAddressInput(matcher),
    settings: settingsInput(matcher),
    settingsPatch,
    transactionPatch,
    validatedAddress: validatedAddressInput(matcher),
    webhookEndpoint: webhookEndpointInput(webhookTargets),
    webhookEndpointPatch,
  };
}

export type Inputs = ReturnType<typeof createInputs>;
export type InputName = Exclude<keyof Inputs, 'withDefaultTaxCode'>;

function documentInputs(matcher: () => BookOfInputs, leniency: Leniency) {
  const quote = quoteInput(matcher, leniency);
  const quoteOfOneCustomer = quoteOfOneCustomerInput(matcher, leniency);
  return {
    quote,
    quoteOfOneCustomer,
    comparison: comparisonInput(matcher, { quote, customer: quoteCustomerInput(matcher) }),
    comparisonInGraphql: comparisonInGraphql(matcher, {
      quote: quoteOfOneCustomer,
      customer: oneQuoteCustomerInput(matcher),
    }),
    transaction: transactionInput(matcher, leniency),
    transactionOfOneCustomer: transactionOfOneCustomerInput(matcher, leniency),
  };
}

/** Computes a value on the first call and returns it on later calls. */
function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The schemas for a tenant. */
export function inputsFor(all: InputsByKind, tenant: Pick<Tenant, 'kind' | 'settings'> | undefined): Inputs {
  const inputs = all[tenant?.kind ?? 'LIVE'];
  return tenant?.settings.defaultTaxCode == null ? inputs : { ...inputs, ...inputs.withDefaultTaxCode };
}
