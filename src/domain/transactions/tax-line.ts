import { decimal } from '../../tax/numbers/decimal.ts';
import { toDecimalText } from '../base/amount.ts';
import { citation, citationsIn } from '../base/citation.ts';
import { jurisdiction } from '../base/jurisdiction.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { vatCategory } from '../base/vat-category.ts';
import { forcedExemption, storedExemptionId } from './evidence.ts';
import { taxReason } from './tax-reason.ts';
import type { SnapshotRate, SnapshotTaxLine, TransactionSnapshot } from './transaction-snapshot.ts';

type Bracket = NonNullable<SnapshotRate['bracket']>;

/** Released as a member that is never null. */
const largestPrice = toDecimalText(decimal('1e12'));

const priceBracket = record('PriceBracket', 'A part of the price of each unit that has a rate of its own.', {
  from: field.derived(
    field.decimal('Price of a unit above which the rate applies.'),
    ({ fromAmount }: Bracket) => fromAmount,
  ),
  to: field.derived(
    field.decimal(
      'Price of a unit up to which the rate applies; without an upper limit, the largest price, 1000000000000.',
    ),
    ({ toAmount }: Bracket) => toAmount ?? largestPrice,
  ),
  // Only states of the US have brackets.
  currency: field.derived(field.currency('ISO 4217 currency of the prices.'), (_: Bracket) => 'USD'),
});

/** Of the exemption that reduced the tax of a line. */
type Relieved = { readonly certificateId: string | null };

/** The rate that a tax line is calculated with. */
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
        'Part of the price of each unit that this further rate of the jurisdiction applies to, such as 1,600 to 3,200 US dollars in Tennessee.',
      ),
      'for the ordinary rate',
    ),
    ({ from }: Rated) => from.bracket ?? null,
  ),
  appliedRate: field.fraction('Rate applied; zero for what is not taxed, and for an amount per unit.'),
};

const amounts = {
  taxableAmount: field.amount('Part of the net amount that the jurisdiction taxes.'),
  exemptAmount: field.amount('Part of the net amount that the jurisdiction does not tax.'),
  taxAmount: field.amount('Tax that the jurisdiction receives.'),
};

const rateSource = {
  sources: field.derived(
    field.list(citation, 1, 'Laws or publications that the general rate was taken from.'),
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
  'Tax of one jurisdiction on a line. Jurisdictions that levy nothing are listed with 0.',
  {
    ...taxed,
    ...amounts,
    reason: field.choice(taxReason, 'Reason for the tax of the jurisdiction.'),
    exemptionId: field.derived(
      field.optional(field.uuid('`serviceId` of the exemption that reduced the tax.'), 'if no stored exemption did'),
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

/** What the tax of a jurisdiction on a line and on a document have in common. */
export const jurisdictionTax = record('JurisdictionTax', 'The tax of one jurisdiction, on a line or on a document.', {
  jurisdiction: taxed.jurisdiction,
  appliedRate: taxed.appliedRate,
  ...amounts,
  reason: field.choice(taxReason, 'Why it is this tax.'),
});
export type JurisdictionTax = RecordOf<typeof jurisdictionTax>;

export const documentTaxLine = record(
  'DocumentTaxLine',
  'Tax of one jurisdiction on a whole document, in one VAT category and at one rate. Without a category, untaxed sales have a line for each reason.',
  {
    ...taxed,
    vatCategory: field.optional(
      field.choice(vatCategory, 'VAT category (BT-118 of EN 16931).'),
      'for US sales tax and other taxes except VAT, and where the reason allows several',
    ),
    exemptionCode: field.optional(
      field.text('VATEX code for not charging VAT (BT-121).', { examples: ['VATEX-EU-AE'] }),
      'if VAT is charged and where no single code is certain',
    ),
    exemptionText: field.optional(
      field.text('Sentences saying why no VAT is charged (BT-120).'),
      'if VAT is charged and without a `vatCategory`',
    ),
    ...amounts,
    reason: field.choice(taxReason, 'Reason that its tax lines share. If they differ, `TAXED` if any of them has it.'),
    ...rateSource,
  },
);
export type DocumentTaxLine = RecordOf<typeof documentTaxLine>;

/** The tax lines of a line as it was frozen. */
export function taxLinesOf(
  { rates }: Pick<TransactionSnapshot, 'rates'>,
  { taxLines }: { readonly taxLines: TransactionSnapshot['items'][number]['taxLines'] },
): ShownTaxLine[] {
  return taxLines.map((line) => ({ ...line, from: rates[line.rate]! }));
}
