import { settingsInput, settingsPatch } from './account/tenant-input.ts';
import { customerInput, customerPatch } from './customers/customer-input.ts';
import { exemptionInput, exemptionOfCustomerInput } from './exemptions/exemption-input.ts';
import { exemptionPatch } from './exemptions/exemption-patch.ts';
import { impactInput } from './exemptions/impact-input.ts';
import { ratesOfAddressInput, validatedAddressInput } from './lookups/lookup-input.ts';
import { type NexusBook, nexusInput } from './nexus/nexus-input.ts';
import { nexusPlaceInput } from './nexus/nexus-place-input.ts';
import { quoteInput, quoteOfOneCustomerInput } from './transactions/quote-input.ts';
import { transactionInput } from './transactions/transaction-input.ts';
import { transactionPatch } from './transactions/transaction-patch.ts';
import { type TargetRules, webhookEndpointInput, webhookEndpointPatch } from './webhooks/endpoint-input.ts';

/** The schemas of all inputs, one per input, for both doors; `matcher` answers from the rate book in force. */
export function createInputs(matcher: () => NexusBook, webhookTargets: TargetRules = { allowsPrivate: false }) {
  return {
    customer: customerInput,
    customerPatch,
    exemption: exemptionInput(matcher),
    exemptionOfCustomer: exemptionOfCustomerInput(matcher),
    exemptionImpact: impactInput(matcher),
    exemptionPatch,
    nexus: nexusInput(matcher),
    nexusPlace: nexusPlaceInput(matcher),
    quote: quoteInput(matcher),
    quoteOfOneCustomer: quoteOfOneCustomerInput(matcher),
    salesTaxRates: ratesOfAddressInput(matcher),
    settings: settingsInput(matcher),
    settingsPatch,
    transaction: transactionInput(matcher),
    transactionPatch,
    validatedAddress: validatedAddressInput(matcher),
    webhookEndpoint: webhookEndpointInput(webhookTargets),
    webhookEndpointPatch,
  };
}

export type Inputs = ReturnType<typeof createInputs>;
