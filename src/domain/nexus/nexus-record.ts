import { citedSources } from '../base/citation.ts';
import { type EnumerationValue, enumeration, field, type RecordOf, record, states } from '../base/record.ts';
import { storedTimes } from '../base/timestamps.ts';
import { placeField, stateField } from '../places/place-fields.ts';
import { exclusionReason } from '../transactions/transaction-enums.ts';

export const filingFrequency = enumeration('FilingFrequency', 'How often a return is filed.', {
  MONTHLY: 'Each calendar month.',
  QUARTERLY: 'Each calendar quarter.',
  HALF_YEARLY: 'From January to June, and from July to December.',
  YEARLY: 'Each calendar year.',
});
export type FilingFrequency = EnumerationValue<typeof filingFrequency>;

/** The first and last day of a declaration, both included. */
const window = {
  validFrom: field.day('First day, such as 2026-01-01.'),
  validThrough: field.optional(field.day('Last day.'), 'if open-ended'),
};
const declaredWindow = record('NexusWindow', 'Validity period of a declaration.', window);
export type NexusWindow = RecordOf<typeof declaredWindow>;

const physicalNexus = record(
  'PhysicalNexus',
  'A physical presence in a place, such as an office or goods in a warehouse. The first and last day are included.',
  { ...window, note: field.optional(field.text('Free-text note on the presence, such as goods in a warehouse.')) },
);

/** Reaching a threshold does not change this declaration automatically. */
const economicNexus = record(
  'EconomicNexus',
  'Nexus based on sales, as approved by the seller. The first and last day are included.',
  window,
);

export const registrationScheme = enumeration('RegistrationScheme', 'The taxes covered by a registration.', {
  STANDARD: 'The tax levied by the place of registration.',
  UNION_ONE_STOP_SHOP:
    'Sales to consumers in the whole EU, declared in one member state. Tax is collected in all member states.',
  NON_UNION_ONE_STOP_SHOP:
    'Services from a seller outside the EU to consumers in the whole EU, declared in one member state.',
  IMPORT_ONE_STOP_SHOP:
    'Goods from outside the EU, in consignments of up to 150 EUR, to consumers in the whole EU, declared in one member state.',
});
export type RegistrationScheme = EnumerationValue<typeof registrationScheme>;

const registration = record(
  'Registration',
  'A registration with a tax authority. The first and last day are included.',
  {
    ...window,
    number: field.optional(field.text('Number assigned by the tax authority.'), 'if no number is assigned yet'),
    scheme: field.choice(registrationScheme, 'Taxes covered by the registration.'),
    filingFrequency: field.absent(
      field.choice(filingFrequency, 'Filing frequency assigned by the authority.'),
      'for the default, monthly',
    ),
    filingDueDay: field.absent(
      field.count('Day on which the return is due, in the month after the period; 31 means the last day.'),
      'for the statutory day',
    ),
    hasFixedEstablishment: field.absent(
      field.flag(
        'Whether the seller has a fixed establishment in the country: staff and equipment that can supply services. A warehouse is not enough. Services to consumers there are then reported in the country’s return instead of the one-stop-shop return.',
      ),
      'for no',
    ),
  },
);
export type NexusRegistration = RecordOf<typeof registration>;

/** Windows of one kind never overlap. */
const nexusTerms = {
  physicalNexus: field.list(physicalNexus, 1, 'Periods of physical presence, oldest first.'),
  economicNexus: field.list(economicNexus, 1, 'Periods of approved economic nexus, oldest first.'),
  registrations: field.list(registration, 1, 'Periods of registration with the tax authority, oldest first.'),
};

export const nexusPlace = {
  place: placeField,
  country: field.country(
    'ISO 3166-1 alpha-2 code of the country; `EU` for the other member states together, for a seller established in one of them.',
  ),
  state: stateField,
};

export const nexus = record(
  'Nexus',
  'Nexus and registrations that the seller has declared for a US state, a country or a region, including past declarations. With `collectionPolicy: WHERE_REGISTERED`, these declarations decide where tax is collected.',
  {
    ...nexusPlace,
    ...nexusTerms,
    ...storedTimes('declaration'),
    version: field.count('The number of changes to the declaration.', { only: 'GRAPHQL' }),
  },
);
export type NexusDeclaration = RecordOf<typeof nexus>;

export const nexusStatus = states('NexusStatus', 'How sales compare with the threshold of a place.', {
  NOT_TRACKED:
    'No threshold to compare with: the place does not levy the tax, or its threshold is not in the rate book.',
  BELOW: 'Below 80 % of the threshold.',
  APPROACHING:
    '80 % of the threshold or more. Also the status of a place where sales in the current period have reached the threshold, if the period counts only once it has ended.',
  REACHED:
    'At or above the threshold. With `collectionPolicy: WHERE_REGISTERED`, tax is collected only once nexus or a registration is declared.',
});
export type NexusStatus = EnumerationValue<typeof nexusStatus>;

const sales = {
  currency: field.currency('Currency of these sales.'),
  salesAmount: field.amount(
    'Invoices minus refunds, after discounts and without tax; negative if refunds exceed sales.',
    {
      unit: 'In the currency of these sales.',
    },
  ),
  transactionCount: field.count('Number of invoices. Refunds do not reduce this number.'),
};

export const currencySales = record('CurrencySales', 'Sales in one currency.', sales);
export type CurrencySales = RecordOf<typeof currencySales>;

export const excludedSales = record('NexusExcludedSales', 'Sales in a place that do not count toward its threshold.', {
  reason: field.choice(exclusionReason, 'Why the sales do not count.'),
  ...sales,
  transactionCount: field.count(
    'Number of invoices that do not count; 0 for `EXEMPT`, because invoices count as a whole.',
  ),
});
export type ExcludedSales = RecordOf<typeof excludedSales>;

export const projectionOutcome = enumeration('NexusProjectionOutcome', 'Why a day is projected, or why not.', {
  PROJECTED: 'At the pace of the last 90 days, the threshold is reached on the projected day.',
  ALREADY_REACHED: 'The threshold has been reached.',
  NO_THRESHOLD: 'The rate book has no threshold.',
  NOT_RISING: 'There were no sales in the last 90 days, or refunds exceeded sales.',
  NOT_AT_THIS_PACE:
    'At this pace, the threshold is not reached in the current period or in later periods within a year.',
});
export type ProjectionOutcome = EnumerationValue<typeof projectionOutcome>;

const firstCollectionOutcome = enumeration(
  'NexusFirstCollectionOutcome',
  'Why the first day of collection is known, or why not.',
  {
    KNOWN: 'The threshold was reached, and the rule of the state sets the day.',
    EXPECTED:
      'Sales in the current period, which counts only once it has ended, have reached the threshold. The rule of the state sets the day, unless refunds reduce the sales below the threshold.',
    NOT_REACHED: 'The threshold has not been reached, or is not in the rate book.',
    RULE_UNKNOWN: 'The threshold was reached, but the state’s rule is not in the rate book.',
  },
);

export const nexusFirstCollection = record(
  'NexusFirstCollection',
  'First day on which the tax must be collected after the threshold was reached, under the rule of the state.',
  {
    outcome: field.choice(firstCollectionOutcome, 'Why the day is known, or why not.'),
    collectFrom: field.optional(
      field.day('The first day of collection.'),
      'unless the outcome is `KNOWN` or `EXPECTED`',
    ),
    rule: field.optional(field.text('The rule of the state in a sentence.'), 'if not in the rate book'),
    sources: citedSources('Sources of the rule; empty without a rule.'),
  },
);
export type FirstCollection = RecordOf<typeof nexusFirstCollection>;
