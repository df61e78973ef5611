import { z } from 'zod';
import { inclusiveRounding, roundingLevel, roundingMode } from '../../account/setting-choices.ts';
import { discountInput } from '../../base/amount.ts';
import {
  absentAsNull,
  boundedText,
  customerIdInput,
  dayOfDateInput,
  externalIdInput,
  serviceIdInput,
  sourceInput,
} from '../../base/fields.ts';
import { choiceInput, input } from '../../base/input.ts';
import { gatewayLimits } from '../../base/limits.ts';
import { addIssue } from '../../base/parse-input.ts';
import { withoutNulls } from '../../base/plain-object.ts';
import { enumeration } from '../../base/record.ts';
import type { RecordName } from '../../base/record-name.ts';
import { termsFields } from '../../exemptions/exemption-terms.ts';
import { type AddressMatcher, placeableAddressInput } from '../../places/placeable-address.ts';
import { findSubdivision } from '../../places/subdivision.ts';
import { asPartial, incompleteKey, type QuoteCustomer, type QuoteInput } from '../../transactions/quote-input.ts';

const { scenarios: most, itemsPerDocument } = gatewayLimits;

const lineAmountRounding = enumeration(
  'LineAmountRounding',
  'How line amounts with fractions of the smallest currency unit are handled.',
  {
    ROUNDED: 'Each line total and discount is rounded, and the tax is calculated from the rounded amounts.',
    EXACT: 'Fractions are kept, and only the tax and the total of the document are rounded, as some other systems do.',
  },
);

const roundingFields = input('RoundingInput', 'Different rounding.', {
  roundingLevel: absentAsNull(choiceInput(roundingLevel)).meta({
    description: 'Level at which tax is rounded. Default: the account setting.',
  }),
  roundingMode: absentAsNull(choiceInput(roundingMode)).meta({
    description: 'How taxes are rounded. Default: the account setting.',
  }),
  inclusiveRounding: absentAsNull(choiceInput(inclusiveRounding)).meta({
    description: 'Part of a tax-inclusive price that is rounded. Default: the account setting.',
  }),
  lineAmounts: choiceInput(lineAmountRounding).default('ROUNDED').meta({
    description: 'Whether line amounts are rounded before they are taxed. Default: ROUNDED.',
  }),
});

const lineCodeFields = input('LineCodeInput', 'A different tax code for an item.', {
  line: z
    .int()
    .min(0)
    .max(itemsPerDocument - 1)
    .meta({ description: 'Position of the item, from 0.' }),
  taxCode: boundedText(1, 256).meta({ description: 'Tax code for the item, such as C1S1.' }),
});

const placeFields = {
  country: z
    .string()
    .default('US')
    .meta({ description: 'Country of the tax authority, by code or name. Default: US.' }),
  state: absentAsNull(boundedText(1, 100)).meta({
    description: 'US state or region, by code or name. Required in the US.',
  }),
};

const registrationFields = input('SupposedRegistrationInput', 'A registration to assume, or to assume missing.', {
  ...placeFields,
  isRegistered: z.boolean().meta({
    description:
      'Whether the seller is registered in the place on the tax date. If false, declared nexus in the place is ignored too.',
  }),
});

const exemptionFields = input('SupposedExemptionInput', 'A certificate to assume for the customer.', {
  ...placeFields,
  exemptionType: termsFields.exemptionType,
  exemptFraction: termsFields.exemptFraction,
  reducedRate: termsFields.reducedRate,
  taxCodes: termsFields.taxCodes,
});

type Customer = z.ZodType<QuoteCustomer>;

function fieldsWith<Of extends Customer>(matcher: () => AddressMatcher, customer: Of) {
  const namePlace = resolvedPlace(matcher);
  return input('ScenarioInput', 'Named changes to a document. Omitted fields keep their values.', {
    label: boundedText(1, 100).meta({
      description: 'Name of the scenario, returned with its result. Must be unique.',
    }),
    shippingAddress: absentAsNull(z.preprocess(asPartial, placeableAddressInput(matcher))).meta({
      description: 'Different shipping address. Items with their own address keep it.',
    }),
    taxDate: absentAsNull(dayOfDateInput).meta({ description: 'Different tax date, such as 2027-01-01.' }),
    taxCodes: z
      .array(lineCodeFields)
      .max(itemsPerDocument)
      .default([])
      .meta({ description: 'Different tax codes for items. Default: none.' }),
    customerId: absentAsNull(customerIdInput).meta({ description: 'serviceId of a different stored customer.' }),
    customer: absentAsNull(customer).meta({ description: 'Different customer, stored or described.' }),
    exemption: absentAsNull(exemptionFields.transform(namePlace)).meta({
      description: 'An additional certificate to assume for the customer.',
    }),
    registrations: z
      .array(registrationFields.transform(namePlace))
      .max(100)
      .default([])
      .meta({
        description:
          'Registrations to add or remove. The scenario then collects tax only where the seller is registered or ' +
          'has nexus, regardless of the collectionPolicy. Default: none.',
      }),
    isTaxInclusive: absentAsNull(z.boolean()).meta({ description: 'Whether prices include tax.' }),
    transactionLevelDiscount: absentAsNull(discountInput).meta({
      description: 'Different discount on the whole document, as an amount.',
    }),
    rounding: absentAsNull(roundingFields).meta({ description: 'Different rounding.' }),
    rateBookVersion: absentAsNull(boundedText(1, 64)).meta({
      description: 'Different stored version of the rate book, such as 2026.11.25-1.',
    }),
  });
}

function checkCustomer(scenario: Pick<QuoteInput, 'customerId' | 'customer'>, ctx: z.core.$RefinementCtx): void {
  for (const issue of incompleteKey(scenario)) addIssue(ctx, issue);
}

/** Limited, because loading a version may take a second. */
const mostVersions = 2;

function checkVersions(scenarios: readonly { readonly rateBookVersion: string | null }[], ctx: z.core.$RefinementCtx) {
  const versions = new Set(scenarios.map(({ rateBookVersion }) => rateBookVersion));
  versions.delete(null);
  if (versions.size <= mostVersions) return;
  const message = `The scenarios of a request may use at most ${mostVersions} different versions of the rate book.`;
  addIssue(ctx, { path: [], code: 'TOO_LONG', message });
}

function checkLabels(scenarios: readonly { readonly label: string }[], ctx: z.core.$RefinementCtx): void {
  const known = new Set<string>();
  for (const [index, { label }] of scenarios.entries()) {
    if (known.has(label)) {
      const message = `Duplicate label ${JSON.stringify(label)}. Labels must be unique.`;
      addIssue(ctx, { path: [index, 'label'], code: 'REPEATED', message });
    }
    known.add(label);
  }
}

type Named = { readonly country: string; readonly state: string | null };

/** Resolves the names of a place to its codes. */
function resolvedPlace(matcher: () => AddressMatcher) {
  return <Place extends Named>(place: Place, ctx: z.core.$RefinementCtx): Place => {
    const refuse = (field: string, code: string, message: string): never => {
      addIssue(ctx, { path: [field], code, message });
      return z.NEVER;
    };
    const country = matcher().findCountry(place.country);
    if (country === null) return refuse('country', 'UNKNOWN_VALUE', 'country must be a code or an English name.');
    if (place.state === null && country !== 'US') return { ...place, country };
    if (place.state === null) return refuse('state', 'REQUIRED', 'state is required in the US.');
    const state = findSubdivision(matcher(), country, place.state);
    if (state) return { ...place, country, state: state.code };
    const what = country === 'US' ? 'a US state, such as MN or Minnesota' : `a region of ${country} with its own rates`;
    return refuse('state', 'UNKNOWN_VALUE', `state must be ${what}.`);
  };
}

const withoutRateBook = () => {
  throw new Error('Addresses and places need a rate book.');
};

/** Field schemas for descriptions only; they do not parse addresses. */
export const scenarioFields = fieldsWith(withoutRateBook, z.custom<QuoteCustomer>());

/** The changes in a scenario. Null and empty values change nothing. */
export type Scenario = z.output<typeof scenarioFields>;

const recordNameInput = z.union([
  z.object({ serviceId: serviceIdInput }),
  z.object({ source: sourceInput, externalId: externalIdInput }).transform((key) => ({ key })),
]) satisfies z.ZodType<RecordName>;

type Schemas<Of extends Customer> = { readonly quote: z.ZodType<QuoteInput>; readonly customer: Of };

function comparisonWith<Of extends Customer, Name extends z.ZodType>(
  matcher: () => AddressMatcher,
  { quote, customer }: Schemas<Of>,
  name: Name,
) {
  const base = input('ScenarioBaseInput', 'A document to calculate, or a stored document.', {
    quote: absentAsNull(quote).meta({ description: 'A document to calculate, such as a cart.' }),
    transaction: absentAsNull(name).meta({
      description:
        'A stored document. Requires the scope transactions:read. It is calculated as submitted, with the ' +
        'current rates, rules, certificates and settings.',
    }),
  }).superRefine((sent, ctx) => {
    if ((sent.quote === null) !== (sent.transaction === null)) return;
    const code = sent.quote === null ? 'REQUIRED' : 'CONTRADICTION';
    addIssue(ctx, { path: ['quote'], code, message: 'Send either quote or transaction.' });
  });
  return input('CompareScenariosInput', 'A document, and the scenarios to compare it with.', {
    base: base.meta({ description: 'The document with which all scenarios are compared.' }),
    scenarios: z
      .array(fieldsWith(matcher, customer).superRefine(checkCustomer))
      .min(1, 'Send at least one scenario.')
      .max(most, `A request may have at most ${most} scenarios.`)
      .superRefine(checkVersions)
      .superRefine(checkLabels)
      .meta({ description: `Named changes to the document, each applied separately; at most ${most}.` }),
  });
}

/** Field schemas for GraphQL only. */
export const comparisonFields = comparisonWith(
  withoutRateBook,
  { quote: z.custom<QuoteInput>(), customer: z.custom<QuoteCustomer>() },
  z.custom<RecordName>(),
);

/** A document, and the changes to compare it with. */
export function comparisonInput<Of extends Customer>(matcher: () => AddressMatcher, schemas: Schemas<Of>) {
  return z.preprocess(withoutNulls, comparisonWith(matcher, schemas, recordNameInput));
}

/**
 * The input in GraphQL, where a stored document is identified by id, service id or key. The GraphQL layer resolves it.
 */
export function comparisonInGraphql<Of extends Customer, Name>(matcher: () => AddressMatcher, schemas: Schemas<Of>) {
  return z.preprocess(withoutNulls, comparisonWith(matcher, schemas, z.custom<Name>()));
}

export type ComparisonInput = z.output<ReturnType<typeof comparisonInput>>;
