import { z } from 'zod';
import { localLevels, usLevels } from '../../tax/model/place.ts';
import type { Issue } from '../base/errors.ts';
import { issuesOf } from '../base/parse-input.ts';
import { namesOf } from '../base/record.ts';
import { isCalendarDay } from '../base/timestamps.ts';
import { filingFrequency } from '../nexus/nexus-record.ts';

const text = z.string().min(1);
const texts = z.array(z.string());
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date, such as 2026-07-01.')
  .refine(isCalendarDay, 'must be a valid calendar date.');
const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal string, such as "0.05".');
const levels = z.array(z.enum(usLevels));
const fraction = z.string().regex(/^0(\.\d+)?$/, 'must be a fraction as a string, such as "0.05" for 5 percent.');
const rateText = z
  .string()
  .regex(/^(general|0(\.\d+)?)$/, 'must be "general" or a fraction as a string, such as "0.05" for 5 percent.');
const noted = { uncertain: text.optional(), readOn: day.optional() };
const dated = { from: day.nullable().optional(), to: day.nullable().optional() };

/** Formats of member values in rate book files. */
export const bookCells = { text, texts, day, decimal, dated };

type MakeObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.ZodObject<Shape>;

/** The rate book rows that corrections can replace, without their sources. */
function rowsAs(object: MakeObject) {
  const threshold = {
    salesThreshold: decimal,
    transactionThreshold: z.int().min(1).optional(),
    combine: z.enum(['or', 'and', 'sales_only']),
    period: z.enum([
      ...(['current_or_prior_calendar_year', 'prior_calendar_year', 'prior_12_months', 'prior_4_quarters'] as const),
      ...(['prior_4_sales_tax_quarters', '12_months_ending_sep_30'] as const),
    ]),
    countsMarketplaceSales: z.boolean(),
    firstCollection: object({
      from: z.enum(['day_reached', 'period_end']),
      months: z.int().optional(),
      days: z.int().optional(),
      on: z.enum(['day', 'month_start', 'month_start_before']),
      rule: text,
    }).optional(),
    otherConditions: text.optional(),
    ...noted,
    ...dated,
  };
  return {
    /** The taxability of a category in a US state or in some of the state's jurisdictions. */
    taxability: object({
      category: text,
      taxable: z.enum(['yes', 'no', 'reduced']).optional(),
      below: decimal.optional(),
      above: decimal.optional(),
      upTo: decimal.optional(),
      share: fraction.optional(),
      belowLevels: levels.optional(),
      surcharge: object({ from: decimal, rate: fraction }).optional(),
      stateRate: rateText.optional(),
      local: z.partialRecord(z.enum(localLevels), rateText).optional(),
      localById: z.record(text, rateText).optional(),
      together: fraction.optional(),
      places: z.array(text).min(1).optional(),
      condition: text.optional(),
      readings: z.array(z.looseObject({ if: z.record(text, z.boolean()) })).optional(),
      use: z.enum(['business', 'personal']).optional(),
      notIncluded: text.optional(),
      ...noted,
      ...dated,
    }),
    holiday: object({
      name: text,
      category: text,
      cap: decimal.optional(),
      capIncluded: z.boolean().optional(),
      relieves: levels.optional(),
      ...noted,
      from: day,
      to: day,
    }),
    /** A cap on local taxes, a second state rate, or a second city rate. */
    cap: object({
      levels: levels.optional(),
      city: text.optional(),
      upTo: decimal,
      over: decimal.optional(),
      rate: fraction.optional(),
      rateAbove: fraction.optional(),
      on: z.enum(['WHOLE_PRICE']).optional(),
      ...noted,
      ...dated,
    }),
    threshold: object({
      ...threshold,
      countedSales: object({ basis: z.enum(['gross', 'retail', 'taxable']) }).optional(),
    }),
    delivery: object({
      fee: z.enum(['shipping', 'handling']),
      rule: z.enum(['taxable', 'exempt', 'exempt_if_separate', 'follows_goods']),
      mixed: z.enum(['ALL_OR_NOTHING', 'IN_PROPORTION']).optional(),
      mixedUncertain: z.boolean().optional(),
      condition: text.optional(),
      ...noted,
      ...dated,
    }),
    /** The rule for a category in a country or one of its regions. */
    categoryRate: object({
      category: text,
      rate: rateText.optional(),
      only: z.partialRecord(z.enum(['COUNTRY', 'REGION']), rateText).optional(),
      treatment: z.enum(['NOT_TAXABLE']).optional(),
      above: object({ amount: decimal, rate: fraction }).optional(),
      follows: z.enum(['GOODS']).optional(),
      split: text.optional(),
      alsoDue: text.optional(),
      uncertainty: text.optional(),
      readOn: day.optional(),
      ...dated,
    }),
    dueDay: object({
      months: z.int().min(0).max(12),
      day: z.int().min(1).max(31),
      frequencies: z
        .array(z.enum(namesOf(filingFrequency)))
        .min(1)
        .optional(),
      readOn: day.optional(),
      ...dated,
    }),
    thresholdAbroad: object({ ...threshold, currency: text, countedSales: z.enum(['gross', 'consumers']) }),
  };
}

/** Rows in rate book files. Later releases may read further members. */
export const bookRows = rowsAs(z.looseObject);

const { taxability, holiday, cap, threshold, categoryRate, delivery, thresholdAbroad, dueDay } = rowsAs(z.strictObject);

type Row = Readonly<Record<string, unknown>>;
/** An error in a row: the member and the message. */
type RowFault = readonly [member: string, message: string];
const checked = <Schema extends z.ZodType>(schema: Schema, faultsOf: (row: Row) => readonly RowFault[]) =>
  schema.superRefine((value, ctx) => {
    const row = value as Row;
    const isReversed = typeof row.from === 'string' && typeof row.to === 'string' && row.to < row.from;
    const inOrder: RowFault[] = isReversed ? [['to', `is before the first day, ${row.from}.`]] : [];
    for (const [member, message] of [...faultsOf(row), ...inOrder]) {
      ctx.addIssue({ code: 'custom', path: [member], message });
    }
  });
const has = (row: Row, ...members: string[]) => members.filter((name) => row[name] !== undefined);
const oneOf = (row: Row, ...members: string[]): RowFault[] => {
  const [first, second] = has(row, ...members);
  if (second !== undefined) return [[second, `cannot be combined with ${first}.`]];
  return first === undefined ? [[members[0]!, `is required unless ${members.slice(1).join(' or ')} is set.`]] : [];
};

/** Members that require each other. */
const paired = (row: Row, one: string, other: string): RowFault[] => {
  const [given, further] = has(row, one, other);
  return given === undefined || further !== undefined
    ? []
    : [[given === one ? other : one, `is required with ${given}.`]];
};

/** Zero would mean no tax, or no holiday. */
const aboveZero = (row: Row, ...members: string[]): RowFault[] =>
  has(row, ...members).flatMap((name) => (Number(row[name]) === 0 ? [[name, 'must be above zero.'] as const] : []));

/** Members that the rule would ignore. */
function treatmentFaults(row: Row): RowFault[] {
  const ofReduced = row.taxable === 'reduced' ? [] : has(row, 'stateRate', 'local', 'localById', 'together');
  const ofTaxed = row.taxable === 'no' ? has(row, 'below', 'above', 'upTo', 'share') : [];
  const ofWhole = row.taxable === 'yes' ? [] : has(row, 'belowLevels', 'surcharge');
  const besideTogether =
    row.together === undefined ? [] : has(row, 'local', 'localById', 'below', 'above', 'upTo', 'share');
  return [
    ...[...ofReduced, ...ofTaxed, ...ofWhole].map(
      (name): RowFault => [name, `must be absent if taxable is ${row.taxable}.`],
    ),
    ...besideTogether.map(
      (name): RowFault => [name, 'cannot be combined with `together`, the rate of all taxes on the whole price.'],
    ),
  ];
}

/** A rate above an amount requires the rate below that amount as a fraction. */
function aboveFaults({ above, rate }: Row): RowFault[] {
  return above === undefined || (typeof rate === 'string' && rate !== 'general')
    ? []
    : [['above', 'requires `rate`, the rate below this amount, as a fraction.']];
}

/** Outside the US, delivery is taxed at the standard rate, or at the rates of the goods. */
function deliveryFaults(row: Row): RowFault[] {
  const unused = has(row, 'only', 'treatment', 'above', 'split', 'alsoDue', 'uncertainty');
  return [
    ...(row.rate === 'general' ? [] : [['rate', 'must be "general" for delivery.'] as const]),
    ...unused.map((name) => [name, 'must be absent for delivery.'] as const),
  ];
}

/** Correction rows have the same members as the book's rows. Unknown members are refused. */
const correctedRows = {
  taxability: checked(taxability.required({ taxable: true }), (row) => [
    ...(has(row, 'below', 'above', 'upTo', 'share').length > 1 ? oneOf(row, 'below', 'above', 'upTo', 'share') : []),
    ...(row.taxable === 'reduced' ? oneOf(row, 'stateRate', 'together') : []),
    ...treatmentFaults(row),
    ...aboveZero(row, 'upTo', 'share'),
  ]),
  holiday: checked(holiday, (row) => [...paired(row, 'cap', 'capIncluded'), ...aboveZero(row, 'cap')]),
  cap: checked(cap, (row) => [
    ...aboveZero(row, 'upTo'),
    ...oneOf(row, 'levels', 'city'),
    ...paired(row, 'city', 'rateAbove'),
    ...paired(row, 'over', 'rate'),
    ...has(row, ...(row.city === undefined ? ['on'] : ['over', 'rate'])).map(
      (name): RowFault => [name, `is not allowed ${row.city === undefined ? 'without' : 'with'} city.`],
    ),
  ]),
  /** Members missing from a correction keep their previous values. */
  threshold: checked(threshold.partial().required({ salesThreshold: true }), () => []),
  thresholdAbroad: checked(thresholdAbroad.partial().required({ salesThreshold: true }), () => []),
  delivery: checked(delivery, (row) =>
    row.rule === 'follows_goods' && row.mixed === undefined
      ? [['mixed', 'is required if the fee follows the goods.']]
      : [],
  ),
  dueDay: checked(dueDay, () => []),
  categoryRate: checked(categoryRate, (row) =>
    row.category === 'delivery'
      ? deliveryFaults(row)
      : [...oneOf(row, 'rate', 'only', 'treatment'), ...aboveFaults(row)],
  ),
};

export type CorrectedRow = keyof typeof correctedRows;

export function issuesOfRow(kind: CorrectedRow, row: Row): readonly Issue[] {
  const { error } = correctedRows[kind].safeParse(row);
  return error ? issuesOf(error) : [];
}
