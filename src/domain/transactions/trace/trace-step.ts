import type { CertificateRefusal } from '../../../tax/law/exemptions.ts';
import type { TraceKind } from '../../../tax/trace/trace.ts';
import { citedSources } from '../../base/citation.ts';
import { jurisdiction } from '../../base/jurisdiction.ts';
import { enumeration, field, type RecordOf, record } from '../../base/record.ts';
import { taxReason } from '../transaction-enums.ts';

const traceKind = enumeration('TraceStepKind', 'Kind of step in the calculation of a tax.', {
  ADDRESS_MATCHED: 'The place matched to the address, and the quality of the match.',
  JURISDICTION_FOUND: 'An authority that may tax the sale, with its general rate, its validity and its source.',
  LOCAL_RATE_CUT: 'A local rate reduced by a legal cap on the sum of local rates.',
  COLLECTING: 'Whether the seller collects tax in the place.',
  CERTIFICATE_REFUSED: 'An exemption of the customer that was not applied, with the reason.',
  CERTIFICATE_APPLIED: 'The exemption that was applied to the line.',
  DISCOUNT_CAPPED: 'A transaction discount above the sum of the lines, and the amount used.',
  LINE_TOTALLED: 'Total of the line: price times quantity, rounded, or the total as submitted.',
  DISCOUNT_SHARED: 'Share of the transaction discount allocated to the line: exact, rounded, and with its remainder.',
  BASE_FOUND: 'Amount after discounts, on which tax is calculated.',
  NOT_TAXED: 'Why no tax applies to the line.',
  MANUAL_RATE_APPLIED: 'The rate that was sent with the line and replaces the rates of the place.',
  RULE_APPLIED: 'The rule for this kind of goods in the place, with its validity and its source.',
  HOLIDAY_CAP_EXCEEDED: 'A unit price above the limit of a tax holiday, so the normal rule applies.',
  RATE_SELECTED: 'The rate or amount charged by an authority on the line, with its validity and its source.',
  LIMIT_APPLIED: 'A threshold or cap on the unit price, and the amount that remains taxable.',
  JURISDICTION_TAXED: 'Tax of one authority before rounding: the taxable amount times its rate.',
  JURISDICTION_NOT_TAXED: 'An authority that does not tax the line, with the reason.',
  TAX_EXACT: 'Tax on the line before rounding.',
  FEE_FOLLOWS_GOODS: 'A shipping fee that is taxed like the goods.',
  FEE_AVERAGED: 'All or part of a shipping fee, taxed at the rate of its goods.',
  TAX_STRIPPED: 'Tax removed from a tax-inclusive price, because the buyer is exempt.',
  TAX_ROUNDED: 'Tax on the line, before and after rounding.',
  UNIT_TAX_ROUNDED: 'Tax on one unit, before and after rounding.',
  TAXES_ROUNDED_TOGETHER: 'Combined tax of several lines, before and after rounding.',
  TAX_SHARED: 'Share of a combined tax allocated to the line.',
  TAX_SPLIT: 'Share of the tax on the line allocated to one authority.',
  DOCUMENT_TOTALLED: 'Tax and total of the document.',
  INVOICE_CREDITED: 'The refunded invoice, whose rates and tax the refund uses.',
  TAX_CREDITED: 'Tax on the refunded line: the original amount, earlier refunds, and this refund.',
  TAX_ONLY_CREDITED: 'Tax refunded on the line without refunding its price.',
  CREDIT_SPLIT: 'Share of the refunded tax allocated to one authority.',
} satisfies Record<TraceKind, string>);

const certificateRefusal = enumeration('CertificateRefusal', 'Why an exemption was not applied.', {
  OTHER_COUNTRY: 'The exemption applies to another country.',
  OTHER_STATE: 'The exemption applies to another state.',
  NOT_YET_IN_FORCE: 'The exemption starts after the tax date.',
  NO_LONGER_IN_FORCE: 'The exemption ended before the tax date.',
  NO_EVIDENCE: 'The setting `requireEvidence` requires an attached file, but the exemption has no file.',
  OTHER_TAX_CODE: 'The exemption does not cover the tax code of the line.',
  ANOTHER_APPLIES: 'Another exemption applies to the line; exemptions are not combined.',
  NOTHING_TO_RELIEVE: 'The exemption would not reduce the tax.',
} satisfies Record<CertificateRefusal, string>);

const unlessApplies = 'if not applicable';
type Days = { readonly validFrom?: string | null; readonly validThrough?: string | null };

export const traceStep = record(
  'TraceStep',
  'One step in the tax calculation for a document. `message` describes it in words; the other fields contain its ' +
    'data. Exact figures are decimals, or quotients such as `1250/193` that have no exact decimal form.',
  {
    kind: field.choice(traceKind, 'Kind of step, such as a rate or a rounding.'),
    pointer: field.text('JSON pointer to the subject: `/items/0`, `/shippingFee`, or empty for the whole document.'),
    message: field.text('Description of the step in words.'),
    jurisdiction: field.absent(field.part(jurisdiction, 'Affected authority.'), unlessApplies),
    ruleId: field.absent(field.text('Id of the rule in the rate book.'), unlessApplies),
    exemptionId: field.absent(
      field.uuid('`serviceId` of the exemption that was applied or refused.'),
      'if not applicable, or if the exemption is not stored',
    ),
    refusal: field.absent(field.choice(certificateRefusal, 'Why the exemption was not applied.'), unlessApplies),
    reason: field.absent(field.choice(taxReason, 'Why no tax applies.'), 'if not applicable'),
    basis: field.absent(field.text('Exact amount at the start of the step.'), unlessApplies),
    rate: field.absent(field.text('Exact rate, as a fraction.'), unlessApplies),
    exact: field.absent(field.text('Exact result before rounding.'), unlessApplies),
    amount: field.absent(field.amount('Result of the step.'), unlessApplies),
    validFrom: field.derived(
      field.optional(field.day('First day on which the rate or rule is valid.'), 'if unknown or not applicable'),
      ({ validFrom }: Days) => validFrom ?? null,
    ),
    validThrough: field.derived(
      field.optional(field.day('Last day on which the rate or rule is valid.'), 'if open-ended or not applicable'),
      ({ validThrough }: Days) => validThrough ?? null,
    ),
    sources: citedSources('Publications that are the source of the rate or rule; empty if no rate or rule applies.'),
  },
);
export type TraceStepView = RecordOf<typeof traceStep>;

/** A step described for a bookkeeper, with its data. */
export type StepDescription = Omit<TraceStepView, 'kind' | 'pointer'>;
