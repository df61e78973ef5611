import { z } from 'zod';
import { blankAsAbsent, boundedText } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { type EnumerationValue, enumeration, field, type RecordOf, record } from '../base/record.ts';
import { internalTimestamps } from '../base/timestamps.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';

export const taxNumberInput = input('TaxNumberInput', 'A tax number and its country.', {
  countryCode: z.preprocess(blankAsAbsent, boundedText(1, 100)).meta({
    description:
      'Country of the number, by ISO 3166-1 code or English name, such as FR. EL, UK, XI (Northern Ireland) and EU (one-stop shop) are also accepted.',
  }),
  vatNumber: z.preprocess(blankAsAbsent, boundedText(1, 64)).meta({
    description:
      'VAT or other tax number, with or without its prefix, such as FR40303265045. Blanks and punctuation are ignored.',
  }),
});
export type TaxNumberInput = z.output<typeof taxNumberInput>;

const taxNumberStatus = enumeration('TaxNumberStatus', 'Whether a tax number is valid.', {
  VALID: 'A register contains the number.',
  INVALID:
    'The number belongs to another country, its format or checksum is wrong, or the register does not contain it.',
  FORMAT_ONLY: 'The format and any checksum are valid. No register was queried.',
  UNAVAILABLE: 'The number could not be checked: the register did not respond, or the format is unknown; see `reason`.',
});

const taxNumberReason = enumeration('TaxNumberReason', 'Why a tax number has its status.', {
  IN_REGISTER: 'The register contains the number.',
  NOT_IN_REGISTER: 'The register does not contain the number, or no longer contains it.',
  WRONG_COUNTRY: 'The number has the prefix of another country.',
  INVALID_FORMAT: 'The number does not match the country’s format.',
  INVALID_CHECKSUM: 'The format is valid, but the checksum is wrong: a digit or letter is mistyped.',
  NOT_QUERIED: 'The format is valid, and no register was queried: none is configured, or the country has no register.',
  REGISTER_UNAVAILABLE: 'The format is valid, but the register did not respond.',
  FORMAT_UNKNOWN: 'The country’s number format is unknown, so nothing was checked.',
});
export type TaxNumberReason = EnumerationValue<typeof taxNumberReason>;

export const taxNumberRegister = enumeration('TaxNumberRegister', 'A register of tax numbers, kept by an authority.', {
  VIES: 'VIES, the register of the EU member states and Northern Ireland.',
  HMRC: 'HMRC, the register of the United Kingdom.',
  TEST: 'The register of the fictitious country `ZZ`, only for test tenants.',
});
export type RegisterName = EnumerationValue<typeof taxNumberRegister>;

const taxNumber = {
  countryCode: field.text(
    'ISO 3166-1 alpha-2 code of the country; `XI` for Northern Ireland, `EU` for the one-stop shop.',
    { examples: ['FR'] },
  ),
  vatNumber: field.text('The number in its country’s official format, with its prefix.', {
    examples: ['FR40303265045'],
  }),
};

const disclosed = {
  name: field.optional(field.text('Name of the business.'), 'unless disclosed by the register'),
  address: field.optional(field.text('Address of the business.'), 'unless disclosed by the register'),
  consultationNumber: field.optional(
    field.text('Proof for the tax authority that its register was queried. Keep it with the sale.'),
    'if the register provided no proof',
  ),
};

export const taxNumberValidation = record('TaxNumberValidation', 'The result of checking a tax number.', {
  ...taxNumber,
  countryName: field.text('English name of the country.'),
  valid: field.optional(
    field.flag(
      'Whether the number is valid: true for `VALID` and `FORMAT_ONLY`, false for `INVALID`. Do not reject a customer if the value is null.',
      {
        isNullInRest: true,
      },
    ),
    'for `UNAVAILABLE`',
  ),
  status: field.choice(taxNumberStatus, 'Whether the number is valid.'),
  reason: field.choice(taxNumberReason, 'Why the number has this status.'),
  message: field.text('The reason in a sentence.'),
  ...disclosed,
  register: field.optional(
    field.choice(taxNumberRegister, 'The register that was queried.'),
    'if no register was queried',
  ),
  checkedAt: field.optional(
    field.instant('When the register was queried. The response may be up to a day old.'),
    'if no register was queried',
  ),
  internalTimestamps: field.part(internalTimestamps, 'When the number was checked.'),
});
export type TaxNumberValidation = RecordOf<typeof taxNumberValidation>;

export const taxNumberCheck = record(
  'TaxNumberCheck',
  'A response from a register about a tax number, stored as proof for the tenant that requested it.',
  {
    serviceId: field.uuid('Id that this service assigned to the check.'),
    ...taxNumber,
    isRegistered: field.flag('Whether the register contained the number.'),
    register: field.choice(taxNumberRegister, 'The register that was queried.'),
    ...disclosed,
    checkedAt: field.instant('When the register was queried.'),
  },
);

/** A register response, kept as proof. */
export type TaxNumberCheckRecord = RecordOf<typeof taxNumberCheck> & Pick<TaxNumberValidation, 'internalTimestamps'>;

export const taxNumberCheckList = {
  name: 'taxNumberChecks',
  of: taxNumberCheck,
  plural: 'checks',
  scope: 'tax:read',
  description: 'Register responses to this tenant’s tax number validations, newest first, with proofs.',
  fields: {
    serviceId: { kind: 'uuid' },
    vatNumber: {
      kind: 'text',
      of: boundedText(1, 64),
      description: 'Tax number with its prefix, such as FR40303265045. Blanks and punctuation are ignored.',
      parameters: { taxNumber: 'eq' },
    },
    checkedAt: { kind: 'instant', description: 'When the register was queried.' },
  },
} as const satisfies DeclaredList;
export type TaxNumberCheckFilter = FilterOf<typeof taxNumberCheckList>;
