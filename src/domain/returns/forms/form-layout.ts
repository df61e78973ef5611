import { z } from 'zod';
import type { ReportPeriod } from '../../base/report-period.ts';
import { monthsOf } from '../payment/discount-decision.ts';
import california from './data/CA.json' with { type: 'json' };
import florida from './data/FL.json' with { type: 'json' };
import illinois from './data/IL.json' with { type: 'json' };
import newYork from './data/NY.json' with { type: 'json' };
import pennsylvania from './data/PA.json' with { type: 'json' };
import streamlined from './data/streamlined.json' with { type: 'json' };
import texas from './data/TX.json' with { type: 'json' };

const origin = z.enum(['IN_STATE', 'OUT_OF_STATE']);
/** Whether the seller ships from within the state; some forms separate sales by this fact. */
export type FormOrigin = z.output<typeof origin>;

const boxValue = z.discriminatedUnion('kind', [
  // `unknown` marks figures that the gateway does not record, such as the seller's own purchases.
  z.strictObject({ kind: z.enum(['gross', 'taxable', 'untaxed', 'unknown']) }),
  // Sales with tax (`receipts`), sales taxed at any level (`taxed`), and the former less the latter (`deductions`).
  z.strictObject({ kind: z.enum(['receipts', 'taxed', 'deductions']) }),
  // The greater of the state tax charged and the amount in a box above multiplied by a rate.
  z.strictObject({ kind: z.literal('greater'), box: z.string(), by: z.string() }),
  // Tax charged less tax refunded; if an origin is given, zero unless the seller ships from that origin.
  z.strictObject({ kind: z.literal('charged'), levels: z.enum(['STATE', 'LOCAL', 'ALL']), origin: origin.optional() }),
  // A calculation prescribed by the form, based on boxes above.
  z.strictObject({ kind: z.literal('multiplied'), box: z.string(), by: z.string() }),
  z.strictObject({
    kind: z.literal('added'),
    boxes: z.array(z.string()).readonly(),
    less: z.array(z.string()).readonly().optional(),
  }),
  // The total of a schedule column.
  z.strictObject({ kind: z.literal('scheduled'), value: z.enum(['TAXABLE', 'TAX']) }),
  // Prepayments reported by the seller; on some forms, limited to the tax in a box above.
  z.strictObject({
    kind: z.literal('prepaid'),
    levels: z.enum(['STATE', 'LOCAL', 'ALL']),
    atMost: z.string().optional(),
  }),
  // The discount on the tax in boxes above.
  z.strictObject({ kind: z.literal('discount'), boxes: z.array(z.string()).readonly() }),
]);
export type BoxValue = z.output<typeof boxValue>;

const places = z.union([z.literal(0), z.literal(2)]);

const formBox = z
  .strictObject({ form: z.string(), box: z.string(), label: z.string(), value: boxValue, places })
  .readonly();
/** A box on a form: its number or name, its official wording, and the decimal places to which its amount is rounded. */
export type FormBox = z.output<typeof formBox>;

const columnValue = z.enum([
  'NAME',
  'CODE',
  'TAXABLE',
  'RATE',
  'TAX',
  'TAX_IN_STATE',
  'TAX_OUT_OF_STATE',
  'GREATER_TAX',
  'UNKNOWN',
]);
const formColumn = z
  .strictObject({ box: z.string(), label: z.string(), value: columnValue, places: places.optional() })
  .readonly();
export type FormColumn = z.output<typeof formColumn>;

const schedule = z
  .strictObject({
    form: z.string(),
    rows: z.enum(['JURISDICTIONS', 'DISTRICT_AREAS']),
    columns: z.array(formColumn).readonly(),
  })
  .readonly();
/** A row per local jurisdiction or, in California, per area with a single district tax rate. */
export type FormSchedule = z.output<typeof schedule>;

const formLayout = z
  .strictObject({
    formCode: z.string(),
    name: z.string(),
    source: z.string(),
    boxes: z.array(formBox).readonly(),
    /** Null for a form without a schedule, or if the schedule's rows are unknown. */
    schedule: schedule.nullable(),
    /** The boxes and schedule columns with the tax calculated by the form. */
    taxBoxes: z.array(z.string()).readonly(),
    /** Length and first months of the form's periods; absent if any period is accepted. */
    periods: z
      .strictObject({ months: z.int(), startIn: z.array(z.int()).readonly() })
      .readonly()
      .optional(),
    /** Whether the rate book has the state's codes for local jurisdictions. */
    hasLocalCodes: z.boolean(),
  })
  .readonly();
export type FormLayout = z.output<typeof formLayout>;

/** Whether the form has a box for local tax prepayments. */
export const separatesLocalPrepayments = ({ boxes }: FormLayout): boolean =>
  boxes.some(({ value }) => value.kind === 'prepaid' && value.levels === 'LOCAL');

const ofStates: ReadonlyMap<string, FormLayout> = new Map([
  ['CA', formLayout.parse(california)],
  ['FL', formLayout.parse(florida)],
  ['IL', formLayout.parse(illinois)],
  ['NY', formLayout.parse(newYork)],
  ['PA', formLayout.parse(pennsylvania)],
  ['TX', formLayout.parse(texas)],
]);
const ofStreamlined = formLayout.parse(streamlined);

/**
 * Null if no form is known for the state and period. Full members of the Streamlined agreement all accept the same
 * return.
 */
export function formOf(
  place: { readonly state: string; readonly isStreamlined: boolean } & ReportPeriod,
): FormLayout | null {
  const layout = ofStates.get(place.state) ?? (place.isStreamlined ? ofStreamlined : null);
  const { periods } = layout ?? {};
  if (!periods) return layout;
  const isItsPeriod = periods.startIn.includes(Number(place.from.slice(5, 7))) && monthsOf(place) === periods.months;
  return isItsPeriod ? layout : null;
}
