import { z } from 'zod';
import { absentAsNull, blankAsAbsent, boundedText } from '../base/fields.ts';
import { addIssue } from '../base/parse-input.ts';
import { enumeration, field, namesOf, type RecordOf, record } from '../base/record.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';

/**
 * Name, terms and oath of SSTGB Form F0003, revised 2021-12-21,
 * https://www.streamlinedsalestax.org/Shared-Pages/exemptions.
 */
export const streamlinedForm = {
  name: 'Streamlined Sales Tax Certificate of Exemption (F0003)',
  terms:
    'This is a multi-state form for use in the states listed. Not all states allow all exemptions listed on this form. The purchaser is responsible for ensuring it is eligible for the exemption in the state it is claiming the tax exemption from. Check with the state for exemption information and requirements. The purchaser is liable for any tax and interest, and possible civil and criminal penalties imposed by the state, if the purchaser is not eligible to claim this exemption.',
  declaration:
    'I declare that the information on this certificate is correct and complete to the best of my knowledge and belief.',
} as const;

export const businessType = enumeration('StreamlinedBusinessType', 'Type of business, as listed on form F0003.', {
  ACCOMMODATION_AND_FOOD: '01 Accommodation and food services',
  AGRICULTURE: '02 Agriculture, forestry, fishing, hunting',
  CONSTRUCTION: '03 Construction',
  FINANCE_AND_INSURANCE: '04 Finance and insurance',
  INFORMATION: '05 Information, publishing and communications',
  MANUFACTURING: '06 Manufacturing',
  MINING: '07 Mining',
  REAL_ESTATE: '08 Real estate',
  RENTAL_AND_LEASING: '09 Rental and leasing',
  RETAIL_TRADE: '10 Retail trade',
  TRANSPORTATION: '11 Transportation and warehousing',
  UTILITIES: '12 Utilities',
  WHOLESALE_TRADE: '13 Wholesale trade',
  BUSINESS_SERVICES: '14 Business services',
  PROFESSIONAL_SERVICES: '15 Professional services',
  EDUCATION_AND_HEALTH: '16 Education and health-care services',
  NONPROFIT: '17 Nonprofit organization',
  GOVERNMENT: '18 Government',
  NOT_A_BUSINESS: '19 Not a business',
  OTHER: '20 Other',
});

export const streamlinedReason = enumeration('StreamlinedReason', 'Reason for exemption, as listed on form F0003.', {
  FEDERAL_GOVERNMENT: 'A Federal government (department)',
  STATE_OR_LOCAL_GOVERNMENT: 'B State or local government (name)',
  TRIBAL_GOVERNMENT: 'C Tribal government (name)',
  FOREIGN_DIPLOMAT: 'D Foreign diplomat (number)',
  CHARITABLE_ORGANIZATION: 'E Charitable organization',
  RELIGIOUS_ORGANIZATION: 'F Religious organization',
  RESALE: 'G Resale',
  AGRICULTURAL_PRODUCTION: 'H Agricultural production',
  INDUSTRIAL_PRODUCTION: 'I Industrial production or manufacturing',
  DIRECT_PAY_PERMIT: 'J Direct pay permit',
  DIRECT_MAIL: 'K Direct mail',
  OTHER: 'L Other',
  EDUCATIONAL_ORGANIZATION: 'M Educational organization',
});
type StreamlinedReason = keyof typeof streamlinedReason.values;

/** Reasons for which the form requires a name or an explanation. */
const explained: readonly StreamlinedReason[] = [
  'FEDERAL_GOVERNMENT',
  'STATE_OR_LOCAL_GOVERNMENT',
  'TRIBAL_GOVERNMENT',
  'FOREIGN_DIPLOMAT',
  'OTHER',
];

const reasons: Readonly<Record<StreamlinedReason, ExemptionReason>> = {
  FEDERAL_GOVERNMENT: 'GOVERNMENT',
  STATE_OR_LOCAL_GOVERNMENT: 'GOVERNMENT',
  TRIBAL_GOVERNMENT: 'GOVERNMENT',
  FOREIGN_DIPLOMAT: 'DIPLOMATIC',
  CHARITABLE_ORGANIZATION: 'CHARITY',
  RELIGIOUS_ORGANIZATION: 'RELIGIOUS',
  RESALE: 'RESALE',
  AGRICULTURAL_PRODUCTION: 'AGRICULTURE',
  INDUSTRIAL_PRODUCTION: 'INDUSTRIAL',
  DIRECT_PAY_PERMIT: 'DIRECT_PAY',
  DIRECT_MAIL: 'OTHER',
  OTHER: 'OTHER',
  EDUCATIONAL_ORGANIZATION: 'EDUCATION',
};

const stateNumber = record('StateTaxIdNumber', 'Identification number of a buyer in a state.', {
  state: field.text('Code of the state.', { examples: ['MN'] }),
  number: field.text('Number assigned by the state.'),
});

export const streamlinedCertificate = record(
  'StreamlinedCertificate',
  'Fields of form F0003 of the Streamlined Sales Tax Governing Board as filled in by a buyer. The certificate covers all purchases.',
  {
    purchaserName: field.text('Name of the buyer’s business.'),
    street: field.text('Street of the business address.'),
    city: field.text('City of the business address.'),
    state: field.text('State of the business address.'),
    zip: field.text('ZIP code of the business address.'),
    country: field.text('Country of the business address.'),
    businessType: field.choice(businessType, 'Type of business, by its number on the form.'),
    businessTypeText: field.optional(field.text('Explanation of the type of business, if it is not listed.')),
    reason: field.choice(streamlinedReason, 'Reason for exemption.'),
    reasonText: field.optional(field.text('Name, number or explanation required for the reason.')),
    stateNumbers: field.list(stateNumber, 3, 'Identification numbers in the requested states.'),
    signedBy: field.text('Printed name of the authorized purchaser.'),
    signerTitle: field.text('Title of the authorized purchaser.'),
  },
);
export type StreamlinedCertificate = RecordOf<typeof streamlinedCertificate>;

const shortFields: Readonly<Record<string, number>> = { city: 100, state: 50, zip: 20, country: 50, signerTitle: 100 };

/** Maximum length of a page field. */
export const fieldLength = (name: string) => shortFields[name] ?? 256;

/**
 * Refuses text without a letter or digit, control characters, and direction marks, which can make a name look like
 * another name.
 */
const text = (most: number) =>
  boundedText(1, most).refine((value) => /[\p{L}\p{N}]/u.test(value) && !/[\p{Cc}\p{Bidi_Control}]/u.test(value), {
    params: { code: 'INVALID_CHARACTERS' },
    message: 'Must contain a letter or digit, and no line breaks or direction marks.',
  });
const required = (name: string) => z.preprocess(blankAsAbsent, text(fieldLength(name)));
const optional = z.preprocess(blankAsAbsent, absentAsNull(text(256)));

export const numberField = (state: string) => `number_${state}`;

/** Value of the `signature` checkbox next to the declaration on the page. */
export const signedBox = 'yes';

/** Parses the fields of the page. */
export function certificateInput(states: readonly string[]) {
  const fields = z.object({
    purchaserName: required('purchaserName'),
    street: required('street'),
    city: required('city'),
    state: required('state'),
    zip: required('zip'),
    country: required('country'),
    businessType: z.preprocess(blankAsAbsent, z.enum(namesOf(businessType))),
    businessTypeText: optional,
    reason: z.preprocess(blankAsAbsent, z.enum(namesOf(streamlinedReason))),
    reasonText: optional,
    signedBy: required('signedBy'),
    signerTitle: required('signerTitle'),
    signature: z.preprocess(blankAsAbsent, z.literal(signedBox)),
    numbers: z.record(z.string(), text(256)),
  });
  const checked = fields.superRefine((sent, ctx) => {
    const require = (name: string, why: string) =>
      addIssue(ctx, { path: [name], code: 'REQUIRED', message: `${name} is required for ${why}.` });
    if (sent.businessType === 'OTHER' && sent.businessTypeText === null)
      require('businessTypeText', 'this business type');
    if (explained.includes(sent.reason) && sent.reasonText === null) require('reasonText', 'this exemption reason');
  });
  const withNumbers = (sent: unknown) => {
    const texts = sent as Readonly<Record<string, string>>;
    const numbers = states.map((state) => [state, texts[numberField(state)]?.trim() ?? '']);
    return { ...texts, numbers: Object.fromEntries(numbers.filter(([, number]) => number !== '')) };
  };
  return z.preprocess(
    withNumbers,
    checked.transform(
      ({ signature: _, numbers, ...sent }): StreamlinedCertificate => ({
        ...sent,
        stateNumbers: Object.entries(numbers).map(([state, number]) => ({ state, number })),
      }),
    ),
  );
}

/** The type of business, in the words of the form and the buyer. */
export const businessOf = ({ businessType: type, businessTypeText }: StreamlinedCertificate) =>
  withText(businessType.values[type], businessTypeText);

/** The reason for the exemption, and its wording on the form. */
export function reasonOf({ reason, reasonText }: StreamlinedCertificate) {
  return { exemptionReason: reasons[reason], words: withText(streamlinedReason.values[reason], reasonText) };
}

const withText = (words: string, text: string | null) => (text === null ? words : `${words}: ${text}`);
