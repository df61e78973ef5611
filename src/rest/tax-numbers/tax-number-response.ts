import { z } from 'zod';
import {
  type TaxNumberValidation,
  taxNumberReasons,
  taxNumberRegisters,
  taxNumberStatuses,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { internalTimestampsJson } from '../http/json.ts';
import { flag, instant, internalTimestampsResponse, inWords, named, text } from '../http/members.ts';

const keysOf = <Key extends string>(meanings: Readonly<Record<Key, string>>) => z.enum(Object.keys(meanings));

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
