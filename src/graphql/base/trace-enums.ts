import type { DocumentCheck } from '../../domain/transactions/document-checks.ts';
import type { TraceStepView } from '../../domain/transactions/trace/trace-view.ts';
import type { CertificateRefusal } from '../../tax/law/exemptions.ts';

/** What each step of a trace tells. */
export const traceKinds = {
  ADDRESS_MATCHED: 'The place that the address was matched to, and how surely.',
  JURISDICTION_FOUND: 'An authority that may tax there, its general rate, the days it holds and where it was read.',
  LOCAL_RATE_CUT: 'The law caps what local authorities levy together: one levies less than its rate.',
  COLLECTING: 'Whether the seller collects tax there.',
  CERTIFICATE_REFUSED: 'An exemption of the customer that was not applied, and why.',
  CERTIFICATE_APPLIED: 'The exemption that relieves the line.',
  DISCOUNT_CAPPED: 'The transaction discount exceeds the lines: less of it is used.',
  LINE_TOTALLED: 'The line’s total: price times quantity, rounded, or as sent.',
  DISCOUNT_SHARED: 'The line’s share of the transaction discount: exact, cut, and what of the rest it was handed.',
  BASE_FOUND: 'What the tax is worked out on.',
  NOT_TAXED: 'The line is not taxed at all, and why.',
  MANUAL_RATE_APPLIED: 'The rate that was sent with the line stands in for those of the place.',
  RULE_APPLIED: 'The rule for goods of this kind there, the days it holds and where it was read.',
  HOLIDAY_CAP_EXCEEDED: 'The price is above the holiday’s limit: the ordinary rule follows.',
  RATE_SELECTED: 'What an authority asks of the line, the days that holds and where it was read.',
  LIMIT_APPLIED: 'A threshold or cap on the price per piece, and what it leaves to be taxed.',
  JURISDICTION_TAXED: 'Base times rate of one authority, not rounded.',
  JURISDICTION_NOT_TAXED: 'An authority that takes nothing of the line, and why.',
  TAX_EXACT: 'The line’s tax before it is rounded.',
  FEE_FOLLOWS_GOODS: 'The fee is taxed as the goods it carries are.',
  FEE_AVERAGED: 'The fee is taxed as the goods are on average.',
  TAX_STRIPPED: 'An exempt buyer pays the price without the tax inside it.',
  TAX_ROUNDED: 'The line’s tax: rounded from what to what.',
  PIECE_TAX_ROUNDED: 'The tax of one piece: rounded from what to what.',
  TAXES_ROUNDED_TOGETHER: 'The tax of several lines together: rounded from what to what.',
  TAX_SHARED: 'The line’s share of a tax that was rounded together.',
  TAX_SPLIT: 'An authority’s share of the line’s tax.',
  DOCUMENT_TOTALLED: 'The tax and the total of the document.',
  INVOICE_CREDITED: 'The invoice that the refund gives back, and takes its rates and tax from.',
  TAX_CREDITED: 'What the line bore, what was given back before, and what is now.',
  CREDIT_SPLIT: 'An authority’s share of what is given back.',
} satisfies Record<TraceStepView['kind'], string>;

export const certificateRefusals = {
  OTHER_COUNTRY: 'It is for another country.',
  OTHER_STATE: 'It is for another state.',
  NOT_YET_IN_FORCE: 'It holds from a later day.',
  NO_LONGER_IN_FORCE: 'It ended before the tax date.',
  OTHER_TAX_CODE: 'It does not cover the line’s tax code.',
  ANOTHER_APPLIES: 'Another one relieves the line; reliefs are not added up.',
  NOTHING_TO_RELIEVE: 'It would not lower the tax.',
} satisfies Record<CertificateRefusal, string>;

export const checkNames = {
  TAX_LINES_MAKE_LINE: 'The tax of a line is the sum of its tax lines.',
  NET_AND_TAX_MAKE_GROSS: 'What a line costs with tax is its net amount and its tax.',
  LINES_MAKE_DOCUMENT: 'The tax of the document is the sum of the taxes of its lines.',
  SHARES_MAKE_DISCOUNT: 'The lines’ shares make the transaction discount, as far as it was used.',
  TOTAL: 'The total is what the lines come to, with the tax where it is added.',
} satisfies Record<DocumentCheck['name'], string>;
