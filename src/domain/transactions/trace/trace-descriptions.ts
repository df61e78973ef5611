import type { CertificateRefusal } from '../../../tax/law/exemptions.ts';
import type { DocumentCheck } from '../document-checks.ts';
import type { TraceStepView } from './trace-view.ts';

/** What each step of a trace describes. */
export const traceKinds = {
  ADDRESS_MATCHED: 'The place that the address was matched to, and the quality of the match.',
  JURISDICTION_FOUND:
    'An authority that may tax the sale, with its general rate, the days on which it is valid and its source.',
  LOCAL_RATE_CUT: 'A local rate reduced by a legal cap on the sum of local rates.',
  COLLECTING: 'Whether the seller collects tax in the place.',
  CERTIFICATE_REFUSED: 'An exemption of the customer that was not applied, and why.',
  CERTIFICATE_APPLIED: 'The exemption that was applied to the line.',
  DISCOUNT_CAPPED: 'A transaction discount above the sum of the lines, and the amount used.',
  LINE_TOTALLED: 'Total of the line: price times quantity, rounded, or the total as sent.',
  DISCOUNT_SHARED: 'Share of the transaction discount allocated to the line: exact, rounded, and with its remainder.',
  BASE_FOUND: 'Amount after discounts, on which tax is calculated.',
  NOT_TAXED: 'Why no tax applies to the line.',
  MANUAL_RATE_APPLIED: 'The rate that was sent with the line and replaces the rates of the place.',
  RULE_APPLIED: 'The rule for this kind of goods in the place, with the days on which it is valid and its source.',
  HOLIDAY_CAP_EXCEEDED: 'A unit price above the limit of a tax holiday, so that the ordinary rule applies.',
  RATE_SELECTED:
    'The rate or amount that an authority charges on the line, with the days on which it is valid and its source.',
  LIMIT_APPLIED: 'A threshold or cap on the unit price, and the amount that remains taxable.',
  JURISDICTION_TAXED: 'Tax of one authority before rounding: the taxable amount times its rate.',
  JURISDICTION_NOT_TAXED: 'An authority that does not tax the line, and why.',
  TAX_EXACT: 'Tax on the line before rounding.',
  FEE_FOLLOWS_GOODS: 'A shipping fee that is taxed like the goods shipped.',
  FEE_AVERAGED: 'A shipping fee that is taxed at the average rate of the goods shipped.',
  TAX_STRIPPED: 'Tax removed from a tax-inclusive price, because the buyer is exempt.',
  TAX_ROUNDED: 'Tax on the line, before and after rounding.',
  PIECE_TAX_ROUNDED: 'Tax on one unit, before and after rounding.',
  TAXES_ROUNDED_TOGETHER: 'Combined tax of several lines, before and after rounding.',
  TAX_SHARED: 'Share of a combined tax that is allocated to the line.',
  TAX_SPLIT: 'Share of the tax on the line that is allocated to one authority.',
  DOCUMENT_TOTALLED: 'Tax and total of the document.',
  INVOICE_CREDITED: 'The invoice that is refunded, whose rates and tax the refund uses.',
  TAX_CREDITED: 'Tax on the refunded line: the original amount, what was refunded before, and what is refunded now.',
  TAX_ALONE_CREDITED: 'Tax on the refunded line that is returned without its price.',
  CREDIT_SPLIT: 'Share of the refunded tax that is allocated to one authority.',
} satisfies Record<TraceStepView['kind'], string>;

export const certificateRefusals = {
  OTHER_COUNTRY: 'The exemption is for another country.',
  OTHER_STATE: 'The exemption is for another state.',
  NOT_YET_IN_FORCE: 'The exemption starts after the tax date.',
  NO_LONGER_IN_FORCE: 'The exemption ended before the tax date.',
  OTHER_TAX_CODE: 'The exemption does not cover the tax code of the line.',
  ANOTHER_APPLIES: 'Another exemption applies to the line; exemptions are not combined.',
  NOTHING_TO_RELIEVE: 'The exemption would not reduce the tax.',
} satisfies Record<CertificateRefusal, string>;

export const checkNames = {
  TAX_LINES_MAKE_LINE: 'The tax on a line is the sum of its tax lines.',
  NET_AND_TAX_MAKE_GROSS: 'The gross amount of a line is the sum of its net amount and its tax.',
  LINES_MAKE_DOCUMENT: 'The tax on the document is the sum of the taxes on its lines.',
  SHARES_MAKE_DISCOUNT: 'The shares of the lines add up to the part of the transaction discount that was used.',
  TOTAL: 'The total is the sum of the lines, plus the tax if prices do not include it.',
  REFUNDS_LEAVE_TAX:
    'On an invoice: the tax that refunds leave of a line is that on what they leave taxable. If it is not, calculate the refunds again, oldest first.',
} satisfies Record<DocumentCheck['name'], string>;
