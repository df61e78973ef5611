import type { CalculationOptions } from '../../../tax/model/assessment.ts';
import type { TenantSettings } from '../../account/tenant.ts';
import type { BuyerExemption } from '../../customers/buyer.ts';
import type { NexusDeclaration } from '../../nexus/nexus-record.ts';
import { declaredExemption } from '../../transactions/evidence.ts';
import type { QuoteInput } from '../../transactions/quote-input.ts';
import type { Calculated } from '../replay/replayed-figures.ts';
import type { Supposition } from '../supposition.ts';
import { type ScenarioResult, scenarioDifference } from './scenario-differences.ts';
import type { Scenario } from './scenario-input.ts';

type Facts = {
  readonly input: QuoteInput;
  readonly settings: TenantSettings & Pick<CalculationOptions, 'extraPlaces'>;
  readonly exemptions: readonly BuyerExemption[];
  readonly declarations: readonly NexusDeclaration[];
};

/** All changes in a scenario combined. `taxDate` is the tax date of the unchanged document. */
export function supposedBy(
  scenario: Scenario,
  taxDate: string,
): Supposition<Facts, Calculated, Omit<ScenarioResult, 'label' | 'departsAt'>> {
  const { exemption, registrations } = scenario;
  return {
    apply: ({ input, settings, exemptions, declarations }) => ({
      input: changedInput(input, scenario),
      settings: changedSettings(settings, scenario),
      exemptions: exemption ? [...exemptions, declaredExemption(exemption)] : exemptions,
      declarations: withRegistrations(declarations, registrations, scenario.taxDate ?? taxDate),
    }),
    describe: scenarioDifference,
  };
}

function changedInput(base: QuoteInput, scenario: Scenario): QuoteInput {
  const { taxCodes, customerId, customer } = scenario;
  const codes = new Map(taxCodes.map(({ line, taxCode }) => [line, taxCode]));
  return {
    ...base,
    shippingAddress: scenario.shippingAddress ?? base.shippingAddress,
    taxDate: scenario.taxDate ?? base.taxDate,
    isTaxInclusive: scenario.isTaxInclusive ?? base.isTaxInclusive,
    transactionLevelDiscount: scenario.transactionLevelDiscount ?? base.transactionLevelDiscount,
    ...((customerId !== null || customer !== null) && { customerId, customer }),
    items: codes.size === 0 ? base.items : base.items.map((item, index) => withCode(item, codes.get(index))),
  };
}

function withCode(item: QuoteInput['items'][number], taxCode: string | undefined) {
  return taxCode === undefined ? item : { ...item, taxCode, isTaxCodeAssumed: false, productMapping: undefined };
}

/** Enough extra decimal places that rounding never changes the total by a cent. */
const placesOfExactLines = 8;

function changedSettings(settings: Facts['settings'], { rounding, registrations }: Scenario): Facts['settings'] {
  return {
    ...settings,
    ...(rounding && {
      roundingLevel: rounding.roundingLevel ?? settings.roundingLevel,
      roundingMode: rounding.roundingMode ?? settings.roundingMode,
      inclusiveRounding: rounding.inclusiveRounding ?? settings.inclusiveRounding,
    }),
    ...(rounding?.lineAmounts === 'EXACT' && { extraPlaces: placesOfExactLines }),
    ...(registrations.length > 0 && { collectionPolicy: 'WHERE_REGISTERED' as const }),
  };
}

type Change = Scenario['registrations'][number];

/** A named place is either registered on the tax date, or loses its registrations and nexus. */
function withRegistrations(declarations: readonly NexusDeclaration[], changes: readonly Change[], taxDate: string) {
  if (changes.length === 0) return declarations;
  const isNamed = (one: Pick<Change, 'country' | 'state'>) =>
    changes.some(({ country, state }) => country === one.country && state === one.state);
  const added = changes.filter(({ isRegistered }) => isRegistered).map((one) => supposedRegistration(one, taxDate));
  return [...declarations.filter((one) => !isNamed(one)), ...added];
}

function supposedRegistration({ country, state }: Change, taxDate: string): NexusDeclaration {
  return {
    country,
    state,
    physicalNexus: [],
    economicNexus: [],
    registrations: [{ validFrom: taxDate, validThrough: null, number: null, scheme: 'STANDARD' }],
    internalTimestamps: { createdDate: new Date(0), updatedDate: new Date(0) },
    version: 0,
  } as NexusDeclaration;
}
