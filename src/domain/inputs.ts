import { customerInput, customerPatch } from './customer-input.ts';
import { exemptionInput } from './exemption-input.ts';
import { exemptionPatch } from './exemption-patch.ts';
import { type NexusBook, nexusInput } from './nexus-input.ts';
import { nexusPlaceInput } from './nexus-place-input.ts';
import { settingsInput, settingsPatch } from './tenant-input.ts';
import { transactionInput } from './transaction-input.ts';

/** The schemas of all inputs, one per input, for both doors; `matcher` answers from the rate book in force. */
export function createInputs(matcher: () => NexusBook) {
  return {
    customer: customerInput,
    customerPatch,
    exemption: exemptionInput(matcher),
    exemptionPatch,
    nexus: nexusInput(matcher),
    nexusPlace: nexusPlaceInput(matcher),
    settings: settingsInput(matcher),
    settingsPatch,
    transaction: transactionInput(matcher),
  };
}

export type Inputs = ReturnType<typeof createInputs>;
