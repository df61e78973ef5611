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

/** Members that are not known are null. */
export const taxNumberResponse = named('TaxNumberValidation', 'What was found out about a tax number.', {
  countryCode: text('ISO 3166-1 alpha-2; XI for Northern Ireland, EU for the one-stop shop.'),
  countryName: text('The country’s English name.'),
  vatNumber: text('The number in its issuer’s spelling, with its prefix.'),
  valid: flag('Null when it could not be checked: turn nobody away then.').nullable(),
  status: keysOf(taxNumberStatuses).meta({ description: inWords(taxNumberStatuses) }),
  name: text('As the register tells it.').nullable(),
  address: text('As the register tells it.').nullable(),
  reason: keysOf(taxNumberReasons).meta({ description: inWords(taxNumberReasons) }),
  message: text('The reason in a sentence.'),
  register: keysOf(taxNumberRegisters)
    .nullable()
    .meta({ description: `The register asked. ${inWords(taxNumberRegisters)}` }),
  consultationNumber: text('Proves towards the authority that the register was asked.').nullable(),
  checkedAt: instant('When the register was asked, which may have been for an earlier question.').nullable(),
  internalTimestamps: internalTimestampsResponse,
});

/** Every member is there; null says that it is not known, in `valid` too. */
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
