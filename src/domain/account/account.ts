import { z } from 'zod';
import { choices } from '../base/input.ts';
import { type Field, field, record } from '../base/record.ts';
import { valueKinds } from '../base/value-kinds.ts';
import { coverageRequirement } from '../coverage/coverage-requirement.ts';
import { journalSettingsRecord } from './journal-settings.ts';
import { type TenantSettings, tenantSettings } from './tenant.ts';
import { tenantKind } from './tenant-kind.ts';

const homeAddress = record('HomeAddress', 'Address of the seller’s establishment, from which goods ship.', {
  country: field.country(
    'The country in which the seller is established. It distinguishes domestic sales from exports.',
  ),
  state: field.optional(field.text('State, province or region.', { isNullInRest: true }), 'if not set'),
  city: field.optional(
    field.text('City or town, whose rates apply to sales within a state with origin sourcing.', { isNullInRest: true }),
    'if not set',
  ),
  zip: field.optional(field.text('ZIP or postal code.', { isNullInRest: true }), 'if not set'),
});

const parts = {
  homeAddress: field.part(
    homeAddress,
    'Address of the seller’s establishment. Without a state, US sales are taxed by the rules of the destination.',
  ),
  require: field.part(coverageRequirement, tenantSettings.shape.require),
  journal: field.part(journalSettingsRecord, tenantSettings.shape.journal),
};

type SettingName = keyof TenantSettings;
type Settled = { readonly settings: TenantSettings };

const examplesOf: Partial<Record<SettingName, readonly string[]>> = {
  joinedSimplifiedSellersUseTaxOn: ['2026-01-01'],
  defaultTaxCode: ['C1S1'],
  reportingCurrency: ['EUR'],
};

/** An account setting, with the type and description of its input field but without the default. */
function setting(name: SettingName, schema: z.ZodType) {
  const { [name as keyof typeof parts]: part } = parts;
  const of = part ?? fieldOf(schema, schema, examplesOf[name]);
  return field.derived(of, (({ settings }: Settled) => settings[name]) as (tenant: Settled) => never);
}

function fieldOf(schema: z.ZodType, words: z.ZodType, examples?: readonly string[]): Field {
  if (schema instanceof z.ZodDefault) return fieldOf(schema.unwrap() as z.ZodType, words, examples);
  if (schema instanceof z.ZodNullable) {
    const of = fieldOf(schema.unwrap() as z.ZodType, words);
    return field.optional({ ...of, ...(examples && { examples }), isNullInRest: true });
  }
  const choice = choices.get(schema);
  if (choice) return field.choice(choice.of, words);
  if (schema instanceof z.ZodBoolean) return field.flag(words);
  if (schema instanceof z.ZodNumber) return field.count(words);
  return field[valueKinds.get(schema)?.kind ?? 'text'](words);
}

const settings = Object.fromEntries(
  Object.entries(tenantSettings.shape).map(([name, schema]) => [name, setting(name as SettingName, schema)]),
) as Record<SettingName, ReturnType<typeof setting>>;

export const account = record('Account', 'A tenant and its settings, which apply to all of its documents.', {
  tenantId: field.uuid('The id of the tenant, as in its tokens.'),
  name: field.text('The name of the tenant, for operators.'),
  kind: field.choice(tenantKind, 'Whether the tenant is for real sales or for tests.'),
  ...settings,
});
