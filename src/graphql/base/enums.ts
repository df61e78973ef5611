import type { customerTypes } from '../../domain/customers/customer.ts';
import { reasonDescriptions } from '../../domain/descriptions/reason-descriptions.ts';
import type { exemptionStatuses, exemptionTypes } from '../../domain/exemptions/exemption.ts';
import type { FieldMatch, MatchLevel, Precision } from '../../domain/places/address-match.ts';
import type {
  tangibleCategories,
  taxableCategories,
  transactionFilingStatuses,
  transactionStatuses,
  transactionTypes,
} from '../../domain/transactions/transaction.ts';
import type { JurisdictionLevel, jurisdictionLevels } from '../../tax/model/place.ts';
import { describedEnum } from './described-enum.ts';
import { certificateRefusals, checkNames, traceKinds } from './trace-enums.ts';

const levels: Readonly<Record<JurisdictionLevel, string>> = {
  COUNTRY: 'A country: VAT, GST or a federal tax.',
  REGION: 'A province or region of a country other than the US.',
  STATE: 'A US state.',
  COUNTY: 'A US county.',
  CITY: 'A US city or town.',
  DISTRICT: 'A special district, such as transit or stadium; several may tax one place.',
} satisfies Record<(typeof jurisdictionLevels)[number], string>;

export const TransactionTypeEnum = describedEnum(
  'TransactionType',
  'What a sales document is. Tax is worked out for every type.',
  {
    SALES_ORDER: 'An order. Calculated and stored; never counts towards nexus or the tax owed.',
    INVOICE: 'A sale. The only type that counts towards nexus and towards the tax owed.',
    ESTIMATE: 'A quote. Calculated and stored; never counts towards nexus or the tax owed.',
    REFUND:
      'Money given back for an invoice: uses the rates frozen in the invoice that `createdFrom` names, and lowers the tax owed at its own date.',
    TAXABLE_REFUND: 'Money given back, calculated afresh from its own address and date; lowers the tax owed.',
  } satisfies Record<(typeof transactionTypes)[number], string>,
);

export const TransactionStatusEnum = describedEnum(
  'TransactionStatus',
  'Where a document stands, as its consumer says.',
  {
    ACTIVE: 'In force: counts as its type says.',
    CANCELLED: 'Withdrawn: kept for the record, without effect on nexus or the tax owed.',
    PAID: 'In force and paid: counts like `ACTIVE`.',
  } satisfies Record<(typeof transactionStatuses)[number], string>,
);

export const TransactionFilingStatusEnum = describedEnum(
  'TransactionFilingStatus',
  'Whether the document was part of a return submitted to the state.',
  {
    NOT_FILED: 'Not submitted: the document may change.',
    FILED: 'Submitted: nothing the tax depends on may change until it is set to `NOT_FILED`.',
  } satisfies Record<(typeof transactionFilingStatuses)[number], string>,
);
export const TangibleCategoryEnum = describedEnum(
  'TangibleCategory',
  'Whether a line is a thing that can be touched.',
  {
    TANGIBLE: 'Goods: counted in `tangibleItemsAmount`.',
    INTANGIBLE: 'Services and digital products: not counted in `tangibleItemsAmount`.',
  } satisfies Record<(typeof tangibleCategories)[number], string>,
);

export const TaxableCategoryEnum = describedEnum('TaxableCategory', 'Whether a line is taxed.', {
  TAXABLE: 'Taxable. Sent with a line it changes nothing: the law of the place decides.',
  NOT_TAXABLE: 'Not taxed. Sent with a line it takes the line out of the tax, with the reason `SENT_AS_NOT_TAXABLE`.',
} satisfies Record<(typeof taxableCategories)[number], string>);

export const CustomerTypeEnum = describedEnum('CustomerType', 'What kind of buyer a customer is.', {
  RETAIL: 'Buys for its own use: taxed.',
  MARKETPLACE: 'A marketplace that collects the tax itself: not taxed here, counted towards nexus as the state rules.',
  RESELLER: 'Buys to sell on: taxed unless an exemption covers the sale.',
  RETAIL_EXEMPT: 'Exempt as such: never taxed, no certificate needed.',
} satisfies Record<(typeof customerTypes)[number], string>);

export const ExemptionTypeEnum = describedEnum('ExemptionType', 'How far an exemption goes.', {
  FULLY: 'Nothing is taxed where the exemption covers the sale.',
  PARTIALLY: 'A share of the price is exempt (`exemptPercentage`), or a lower rate applies (`reducedRate`).',
} satisfies Record<(typeof exemptionTypes)[number], string>);

export const ExemptionStatusEnum = describedEnum('ExemptionStatus', 'Whether an exemption may be used.', {
  ACTIVE: 'In use within its days.',
  CANCELLED: 'Not used for new calculations; documents already calculated with it keep their figures.',
} satisfies Record<(typeof exemptionStatuses)[number], string>);

export const TaxReasonEnum = describedEnum(
  'TaxReason',
  'Why a document, a line or one jurisdiction’s part of a line bears the tax it bears.',
  reasonDescriptions,
);
export const TraceKindEnum = describedEnum('TraceStepKind', 'What a step of a trace tells.', traceKinds);

export const CertificateRefusalEnum = describedEnum(
  'CertificateRefusal',
  'Why an exemption was not applied.',
  certificateRefusals,
);

export const CheckNameEnum = describedEnum('CheckName', 'A sum that has to hold.', checkNames);

export const JurisdictionLevelEnum = describedEnum(
  'JurisdictionLevel',
  'Which kind of authority levies a tax.',
  levels,
);

export const CalculationTypeEnum = describedEnum('CalculationType', 'How a rule arrives at its tax.', {
  PERCENTAGE: 'A fraction of the taxable amount.',
  FIXED: 'An amount of money per piece.',
});

export const PrecisionEnum = describedEnum(
  'Precision',
  'How precisely the address was placed; the rates are those of a place found so.',
  {
    ROOFTOP: 'The building.',
    ZIP9: 'ZIP code with its four-digit extension.',
    CITY: 'The city within the ZIP code.',
    ZIP5: 'The five-digit ZIP code: the rates of its main place.',
    STATE: 'The state, province or region alone: no local rates.',
    COUNTRY: 'The country alone.',
  } satisfies Record<Precision, string>,
);

export const MatchLevelEnum = describedEnum('MatchLevel', 'How well an address fits the place it was matched to.', {
  EXCELLENT: 'All that was sent fits.',
  GOOD: 'What was sent fits, apart from spelling.',
  FAIR: 'Some of what was sent does not fit.',
  POOR: 'Little of what was sent fits: check the address.',
} satisfies Record<MatchLevel, string>);

export const FieldMatchEnum = describedEnum('FieldMatch', 'How well one field of an address fits.', {
  EXACT: 'As it is known.',
  GOOD: 'Another spelling of it.',
  NO_MATCH: 'Something else, or not sent.',
} satisfies Record<FieldMatch, string>);
