import { z } from 'zod';
import { tenantSettings } from '../account/tenant.ts';
import { tenantKind } from '../account/tenant-kind.ts';
import { AppError } from '../base/errors.ts';
import { issuesOf } from '../base/parse-input.ts';
import { namesOf } from '../base/record.ts';
import { eventTypePatterns } from '../webhooks/event-types.ts';
import type { ArchivedRecord } from './archive-form.ts';

const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/, 'must be a decimal number as a string.');
const day = z.iso.date();
const place = { country: z.string().length(2), state: z.string().max(20) };
const member = z.looseObject({});

const line = z.looseObject({ totalPrice: decimal, calculatedTotal: decimal, taxAmount: decimal, taxRate: decimal });
const document = z.looseObject({
  items: z.array(line.extend({ name: z.string(), taxCode: z.string() })),
  shippingFee: line.nullable(),
  currency: z.string().length(3),
  salesTax: z.looseObject({ amount: decimal, rate: decimal }),
  finalTransactionAmount: decimal,
  notices: z.array(z.looseObject({ code: z.string(), pointer: z.string(), message: z.string() })),
});
const taxed = z.looseObject({ taxLines: z.array(z.looseObject({ taxAmount: decimal, taxableAmount: decimal })) });
const calculation = {
  document,
  snapshot: z.looseObject({ items: z.array(taxed), shippingFee: taxed.nullable() }),
  calculation_number: z.int().min(1),
};

/**
 * Checks that the database cannot make: the values in JSON columns, and text with a defined format. Other columns and
 * tables are protected by their column types.
 */
const schemas: Readonly<Record<string, z.ZodType>> = {
  tenants: z
    .looseObject({
      name: z.string().min(1).max(256),
      kind: z.enum(namesOf(tenantKind)),
      settings: tenantSettings,
    })
    .refine(({ kind, test_clock: clock }) => kind === 'TEST' || (clock ?? null) === null, {
      path: ['test_clock'],
      message: 'Only a test tenant can have a clock.',
    }),
  clients: z.looseObject({ scopes: z.array(z.string()), secret_hash: z.string() }),
  customers: z.looseObject({
    address: z.looseObject({ country: z.string().length(2) }).nullable(),
    external_timestamps: z.looseObject({ createdDate: z.string(), updatedDate: z.string() }),
  }),
  exemptions: z.looseObject({ ...place, details: member }),
  transactions: z.looseObject({ ...place, ...calculation, tax_date: day, summary: z.array(z.unknown()).nullish() }),
  calculations: z.looseObject(calculation),
  nexus: z.looseObject({
    ...place,
    physical_nexus: z.union([z.array(member), member]),
    economic_nexus: z.union([z.array(member), member]),
    registrations: z.array(member),
  }),
  return_filings: z.looseObject({
    figures: z.looseObject({ totals: z.array(member), jurisdictions: z.array(member) }),
  }),
  changes: z.looseObject({ members: z.record(z.string(), z.array(z.unknown()).length(2)).nullable() }),
  webhook_endpoints: z.looseObject({
    url: z.url({ protocol: /^https?$/ }),
    event_types: z.array(z.enum(eventTypePatterns as [string, ...string[]])),
  }),
  webhook_deliveries: z.looseObject({ data: member, attempts: z.array(member) }),
  signing_keys: z.looseObject({ public_jwk: z.looseObject({ kty: z.string() }) }),
};

/** Throws `INVALID_INPUT` for a record that the gateway could not read later. The file may have been edited. */
export function requireSound({ table, row }: ArchivedRecord, lineNumber: number): void {
  const schema = schemas[table];
  const parsed = schema?.safeParse(JSON.parse(row));
  if (!parsed || parsed.success) return;
  const [issue] = issuesOf(parsed.error);
  const at = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  const message = `Line ${lineNumber} of the archive, in ${table}, is invalid${at}: ${issue?.message} Nothing was stored.`;
  throw new AppError('INVALID_INPUT', message);
}
