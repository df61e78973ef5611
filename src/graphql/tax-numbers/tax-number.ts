import {
  type TaxNumberValidation,
  taxNumberInput,
  taxNumberReasons,
  taxNumberRegisters,
  taxNumberStatuses,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import type { Builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { describedEnum } from '../base/described-enum.ts';
import { InvalidInput } from '../base/errors.ts';
import { InternalTimestampsRef } from '../base/timestamps.ts';

export type TaxNumberEnums = ReturnType<typeof addTaxNumberEnums>;

/** Asking whether a tax number is valid. */
export function addTaxNumber(builder: Builder): TaxNumberEnums {
  const enums = addTaxNumberEnums();
  const validation = addValidationType(builder, enums);
  const input = builder.inputType('TaxNumberInput', {
    description: 'A tax number, and whose it is said to be.',
    fields: (t) => ({
      countryCode: t.string({
        required: true,
        description:
          'The country by its code or English name: `DE`, `Germany`. `EL`, `UK`, `XI` (Northern Ireland) and `EU` (one-stop shop) are understood.',
      }),
      vatNumber: t.string({
        required: true,
        description: 'The number as it was written: with or without its prefix, blanks, points, hyphens or slashes.',
      }),
    }),
  });
  builder.queryField('validateTaxNumber', (t) =>
    t.field({
      type: validation,
      errors: { types: [InvalidInput] },
      description:
        'Checks a tax number by its form, its checksum and, where the gateway has one switched on, its register. Needs the scope `tax:read`.',
      args: {
        input: t.arg({
          ...checked(input, taxNumberInput),
          required: true,
          description: 'The number, and whose country’s it is.',
        }),
      },
      resolve: (_root, { input }, ctx) => validateTaxNumber(ctx, input.parsed),
    }),
  );
  return enums;
}

function addTaxNumberEnums() {
  const status = describedEnum('TaxNumberStatus', 'What is known of a tax number.', taxNumberStatuses);
  const reason = describedEnum('TaxNumberReason', 'What decided a tax number’s status.', taxNumberReasons);
  const register = describedEnum('TaxNumberRegister', 'An authority’s register of tax numbers.', taxNumberRegisters);
  return { status, reason, register };
}

function addValidationType(builder: Builder, { status, reason, register }: TaxNumberEnums) {
  return builder.objectRef<TaxNumberValidation>('TaxNumberValidation').implement({
    description: 'What was found out about a tax number.',
    fields: (t) => ({
      countryCode: t.exposeString('countryCode', {
        description: 'ISO 3166-1 alpha-2; `XI` for Northern Ireland, `EU` for the one-stop shop.',
      }),
      countryName: t.exposeString('countryName', { description: 'The country’s English name.' }),
      vatNumber: t.exposeString('vatNumber', { description: 'The number in its issuer’s spelling, with its prefix.' }),
      valid: t.exposeBoolean('valid', {
        nullable: true,
        description:
          'True for `VALID` and `FORMAT_ONLY`, false for `INVALID`, null for `UNAVAILABLE`: a register that is down makes no number invalid.',
      }),
      status: t.expose('status', {
        type: status,
        description: 'Whether it may be relied on: registered, well formed only, wrong, or not to be checked now.',
      }),
      reason: t.expose('reason', { type: reason, description: 'What decided the status.' }),
      message: t.exposeString('message', { description: 'The reason in a sentence.' }),
      name: t.exposeString('name', { nullable: true, description: 'Whose it is, where a register tells.' }),
      address: t.exposeString('address', { nullable: true, description: 'Their address, where a register tells.' }),
      register: t.expose('register', {
        type: register,
        nullable: true,
        description: 'The register that was asked; null where none was.',
      }),
      consultationNumber: t.exposeString('consultationNumber', {
        nullable: true,
        description: 'Proves towards the authority that its register was asked. Keep it with the sale.',
      }),
      checkedAt: t.expose('checkedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the register was asked; its answer may be up to a day old.',
      }),
      internalTimestamps: t.field({
        type: InternalTimestampsRef,
        description: 'When this was found out.',
        resolve: (found) => found.internalTimestamps,
      }),
    }),
  });
}
