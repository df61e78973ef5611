import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { settingsFields } from '../../src/domain/account/tenant-input.ts';
import { customerFields } from '../../src/domain/customers/customer.ts';
import { exemptionFields } from '../../src/domain/exemptions/exemption-input.ts';
import { jurisdictionsInput, taxabilityInput } from '../../src/domain/lookups/catalogue-input.ts';
import { addressLookupInput, globalTaxRatesInput, salesTaxRatesInput } from '../../src/domain/lookups/lookup-input.ts';
import { nexusFields } from '../../src/domain/nexus/nexus-input.ts';
import { nexusPlaceFields } from '../../src/domain/nexus/nexus-place-input.ts';
import { nexusDayInput } from '../../src/domain/nexus/nexus-query.ts';
import { taxNumberInput } from '../../src/domain/tax-numbers/tax-number-validation.ts';
import { conversionTarget } from '../../src/domain/transactions/conversion.ts';
import { batchInput, transactionFields } from '../../src/domain/transactions/transaction-input.ts';

const inputs = {
  addressLookupInput,
  batchInput,
  conversionTarget,
  customerFields,
  exemptionFields,
  globalTaxRatesInput,
  jurisdictionsInput,
  nexusFields,
  nexusPlaceFields,
  nexusDayInput,
  salesTaxRatesInput,
  settingsFields,
  taxabilityInput,
  taxNumberInput,
  transactionFields,
};

type Field = { readonly path: string; readonly description?: string; readonly default?: unknown };

function fieldsIn(schema: z.core.JSONSchema.BaseSchema, path: string): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    typeof field === 'boolean' ? [] : [{ ...field, path: `${path}/${name}` }, ...fieldsIn(field, `${path}/${name}`)],
  );
  const { items } = schema;
  return typeof items === 'object' && !Array.isArray(items) ? [...own, ...fieldsIn(items, path)] : own;
}

describe('every field of an input', () => {
  const fields = Object.entries(inputs).flatMap(([name, input]) =>
    fieldsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }), name),
  );

  it('has a description that is a whole sentence', () => {
    const faulty = fields.filter(({ description }) => !/^[A-Za-z].*\.$/.test(description ?? ''));
    expect(faulty.map(({ path, description }) => `${path}: ${description}`)).toEqual([]);
    expect(fields.length).toBeGreaterThan(150);
  });

  it('names its default in its description', () => {
    const withDefault = fields.filter(({ default: value }) => value !== undefined && typeof value !== 'object');
    const silent = withDefault.filter(
      ({ description, default: value }) => !description?.includes(`Default: ${value}.`),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
    expect(withDefault.length).toBeGreaterThan(10);
  });
});
