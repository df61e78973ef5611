import {
  type TaxNumberCheckRecord,
  type TaxNumberValidation,
  taxNumberReasons,
  taxNumberRegisters,
  taxNumberStatuses,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { internalTimestampsResponse } from '../http/common-responses.ts';
import { internalTimestampsJson, shown } from '../http/json.ts';
import { flag, instant, inWords, keysOf, named, text, uuid } from '../http/members.ts';

/** Unknown members are null. */
export const taxNumberResponse = named('TaxNumberValidation', 'Result of checking a tax number.', {
  countryCode: text('ISO 3166-1 alpha-2; XI for Northern Ireland, EU for the one-stop shop.'),
  countryName: text('English name of the country.'),
  vatNumber: text('Number in the official spelling of its country, with its prefix.'),
  valid: flag(
    'True, false, or null if the number could not be checked; do not reject a customer because of null.',
  ).nullable(),
  status: keysOf(taxNumberStatuses).meta({ description: inWords(taxNumberStatuses) }),
  name: text('As disclosed by the register.').nullable(),
  address: text('As disclosed by the register.').nullable(),
  reason: keysOf(taxNumberReasons).meta({ description: inWords(taxNumberReasons) }),
  message: text('Reason in a sentence.'),
  register: keysOf(taxNumberRegisters)
    .nullable()
    .meta({ description: `Register that was queried. ${inWords(taxNumberRegisters)}` }),
  consultationNumber: text('Proof for the tax authority that its register was queried.').nullable(),
  checkedAt: instant('When the register was queried. Its answer may be up to a day old.').nullable(),
  internalTimestamps: internalTimestampsResponse,
});

export const taxNumberCheckResponse = named(
  'TaxNumberCheck',
  'The answer of a register about a tax number, stored as proof for the tenant that asked.',
  {
    serviceId: uuid('Id that this service assigned to the check.'),
    countryCode: text('ISO 3166-1 alpha-2 code of the country; XI for Northern Ireland.'),
    vatNumber: text('Number in the official spelling of its country, with its prefix.'),
    isRegistered: flag('Whether the register contained the number.'),
    register: keysOf(taxNumberRegisters).meta({
      description: `Register that was queried. ${inWords(taxNumberRegisters)}`,
    }),
    consultationNumber: text(
      'Proof for the tax authority that its register was queried; absent if the register gave none.',
    ).optional(),
    name: text('Name of the business, if the register disclosed it.').optional(),
    address: text('Address of the business, if the register disclosed it.').optional(),
    checkedAt: instant('When the register was queried, in UTC.'),
  },
);

export function taxNumberCheckJson(check: TaxNumberCheckRecord) {
  const { internalTimestamps: _, name, address, consultationNumber, checkedAt, ...rest } = check;
  return {
    ...rest,
    consultationNumber: shown(consultationNumber),
    name: shown(name),
    address: shown(address),
    checkedAt: checkedAt.toISOString(),
  };
}

/** Every member is present; null means unknown, also in `valid`. */
export function taxNumberValidationJson(validation: TaxNumberValidation) {
  return {
    countryCode: validation.countryCode,
    countryName: validation.countryName,
    vatNumber: validation.vatNumber,
    valid: validation.valid,
    status: validation.status,
    name: validation.name,
    address: validation.address,
    reason: validation.reason,
    message: validation.message,
    register: validation.register,
    consultationNumber: validation.consultationNumber,
    checkedAt: validation.checkedAt?.toISOString() ?? null,
    internalTimestamps: internalTimestampsJson(validation.internalTimestamps),
  };
}
