import { decimal } from '../../tax/numbers/decimal.ts';
import { toDecimalText } from '../base/amount.ts';
import { citation, citationsIn } from '../base/citation.ts';
import { jurisdiction } from '../base/jurisdiction.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { vatCategory } from '../base/vat-category.ts';
import { forcedExemption, storedExemptionId } from './evidence.ts';
import { taxReason } from './transaction-enums.ts';
import type { SnapshotRate, SnapshotTaxLine, TransactionSnapshot } from './transaction-snapshot.ts';

type Bracket = NonNullable<SnapshotRate['bracket']>;

/** Replaces null, because the field was released as non-null. */
const largestPrice = toDecimalText(decimal('1e12'));

const priceBracket = record('PriceBracket', 'A part of the unit price with a separate rate.', {
  from: field.derived(
    field.decimal('Unit price above which the rate applies.'),
    ({ fromAmount }: Bracket) => fromAmount,
  ),
  to: field.derived(
    field.decimal('Unit price up to which the rate applies; without an upper limit, the largest price, 1000000000000.'),
    ({ toAmount }: Bracket) => toAmount ?? largestPrice,
  ),
  // The currency is always USD, because only US states have brackets.
  currency: field.derived(field.currency('ISO 4217 currency of the prices.'), (_: Bracket) => 'USD'),
});

/** Identifies the exemption that reduced the tax on a line. */
type Relieved = { readonly certificateId: string | null };

/** The rate used to calculate a tax line. */
type Rated = { readonly from: SnapshotRate };

const taxed = {
  jurisdiction: field.derived(
    field.part(jurisdiction, 'Authority that levies the tax.'),
    ({ from }: Rated) => from.jurisdiction,
  ),
  generalRate: field.derived(
    field.fraction(
      'Rate of the jurisdiction for general goods; with a `bracket`, the rate on that part of the price.',
      { only: 'GRAPHQL' },
    ),
    ({ from }: Rated) => from.rate,
  ),
  bracket: field.derived(
    field.optional(
      field.part(
        priceBracket,
        'Part of the unit price to which this additional rate of the jurisdiction applies, such as 1,600 to 3,200 US dollars in Tennessee.',
      ),
      'for the normal rate',
    ),
    ({ from }: Rated) => from.bracket ?? null,
  ),
  appliedRate: field.fraction('Rate applied; zero for an untaxed amount, or for an amount per unit.'),
};

const amounts = {
  taxableAmount: field.amount('Part of the net amount taxed by the jurisdiction.'),
  exemptAmount: field.amount('Part of the net amount not taxed by the jurisdiction.'),
  taxAmount: field.amount('Tax levied by the jurisdiction.'),
};

const rateSource = {
  sources: field.derived(
    field.list(citation, 1, 'Legal or other published sources of the general rate.'),
    ({ from }: Rated) => citationsIn(from.source),
  ),
  validFrom: field.derived(
    field.optional(field.day('First day on which the general rate is valid.'), 'if unknown'),
    ({ from }: Rated) => from.validFrom,
  ),
  validThrough: field.derived(
    field.optional(field.day('Last day on which the general rate is valid.'), 'if open-ended'),
    ({ from }: Rated) => from.validThrough,
  ),
};

export const taxLine = record(
  'TaxLine',
  'Tax of one jurisdiction on a line. Jurisdictions that levy no tax are listed with 0.',
  {
    ...taxed,
    ...amounts,
    reason: field.choice(taxReason, 'Reason for the tax levied by the jurisdiction.'),
    exemptionId: field.derived(
      field.optional(
        field.uuid('`serviceId` of the exemption that reduced the tax.'),
        'if no stored exemption reduced the tax',
      ),
      ({ certificateId }: Relieved) => storedExemptionId(certificateId),
    ),
    isOverride: field.derived(
      field.flag('Whether the exemption override of the document removed the tax.', { only: 'GRAPHQL' }),
      ({ certificateId }: Relieved) => certificateId === forcedExemption,
    ),
    ...rateSource,
  },
);
export type ShownTaxLine = RecordOf<typeof taxLine> & Pick<SnapshotTaxLine, 'part'>;

/** Fields shared by a jurisdiction's tax on a line and on a document. */
export const jurisdictionTax = record('JurisdictionTax', 'The tax of one jurisdiction, on a line or on a document.', {
  jurisdiction: taxed.jurisdiction,
  appliedRate: taxed.appliedRate,
  ...amounts,
  reason: field.choice(taxReason, 'Why the line is taxed or not taxed.'),
});
export type JurisdictionTax = RecordOf<typeof jurisdictionTax>;

export const documentTaxLine = record(
  'DocumentTaxLine',
  'Tax of one jurisdiction on a whole document, in one VAT category and at one rate. Without a category, untaxed sales have one line per reason.',
  {
    ...taxed,
    vatCategory: field.optional(
      field.choice(vatCategory, 'VAT category (BT-118 of EN 16931).'),
      'for US sales tax and other taxes except VAT, and where the reason allows several categories',
    ),
    exemptionCode: field.optional(
      field.text('VATEX code for the reason for not charging VAT (BT-121).', { examples: ['VATEX-EU-AE'] }),
      'if VAT is charged, or if no single code is certain',
    ),
    exemptionText: field.optional(
      field.text('Sentences that explain why no VAT is charged (BT-120).'),
      'if VAT is charged, or without a `vatCategory`',
    ),
    ...amounts,
    reason: field.choice(
      taxReason,
      'Reason shared by the tax lines. If reasons differ, `TAXED` if any line has that reason, otherwise the reason of the first line.',
    ),
    ...rateSource,
  },
);
export type DocumentTaxLine = RecordOf<typeof documentTaxLine>;

/** The tax lines of a frozen line, each with its rate. */
export function taxLinesOf(
  { rates }: Pick<TransactionSnapshot, 'rates'>,
  { taxLines }: { readonly taxLines: TransactionSnapshot['items'][number]['taxLines'] },
): ShownTaxLine[] {
  return taxLines.map((line) => ({ ...line, from: rates[line.rate]! }));
}
