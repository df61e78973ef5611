import {
  type TaxNumberValidation,
  taxNumberInput,
  taxNumberReasons,
  taxNumberRegisters,
  taxNumberStatuses,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InvalidInput } from '../base/errors.ts';
import { InternalTimestampsRef } from '../base/timestamps.ts';

const described = descriptionsOf(taxNumberInput);

const TaxNumberStatusEnum = describedEnum('TaxNumberStatus', 'Whether a tax number is valid.', taxNumberStatuses);

const TaxNumberReasonEnum = describedEnum('TaxNumberReason', 'Why a tax number has its status.', taxNumberReasons);

export const TaxNumberRegisterEnum = describedEnum(
  'TaxNumberRegister',
  'A register of tax numbers, kept by an authority.',
  taxNumberRegisters,
);

const TaxNumberValidationRef = builder.objectRef<TaxNumberValidation>('TaxNumberValidation').implement({
  description: 'The result of checking a tax number.',
  fields: (t) => ({
    countryCode: t.exposeString('countryCode', {
      description: 'ISO 3166-1 alpha-2 code of the country; `XI` for Northern Ireland, `EU` for the one-stop shop.',
    }),
    countryName: t.exposeString('countryName', { description: 'English name of the country.' }),
    vatNumber: t.exposeString('vatNumber', {
      description: 'The number in the official spelling of its country, with its prefix.',
    }),
    valid: t.exposeBoolean('valid', {
      nullable: true,
      description: 'True for `VALID` and `FORMAT_ONLY`, false for `INVALID`, null for `UNAVAILABLE`.',
    }),
    status: t.expose('status', { type: TaxNumberStatusEnum, description: 'Whether the number is valid.' }),
    reason: t.expose('reason', { type: TaxNumberReasonEnum, description: 'Why the number has this status.' }),
    message: t.exposeString('message', { description: 'A sentence for people: the reason.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the business, if the register discloses it.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'Address of the business, if the register discloses it.',
    }),
    register: t.expose('register', {
      type: TaxNumberRegisterEnum,
      nullable: true,
      description: 'The register that was queried; null if none was.',
    }),
    consultationNumber: t.exposeString('consultationNumber', {
      nullable: true,
      description: 'Proof for the tax authority that its register was queried. Keep it with the sale.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the register was queried. Its answer may be up to a day old.',
    }),
    internalTimestamps: t.field({
      type: InternalTimestampsRef,
      description: 'When the number was checked.',
      resolve: ({ internalTimestamps }) => internalTimestamps,
    }),
  }),
});

const TaxNumberInputRef = builder.inputType('TaxNumberInput', {
  description: 'A tax number and its country.',
  fields: (t) => ({
    countryCode: t.string({
      required: true,
      description: `${described.countryCode} \`EL\`, \`UK\`, \`XI\` (Northern Ireland) and \`EU\` (one-stop shop) are also accepted.`,
    }),
    vatNumber: t.string({ required: true, description: described.vatNumber }),
  }),
});

builder.queryField('validateTaxNumber', (t) =>
  t.field({
    type: TaxNumberValidationRef,
    errors: { types: [InvalidInput] },
    description:
      'Checks a tax number by its format, its checksum and, if the gateway is configured to query it, its register. Needs the scope `tax:read`.',
    args: {
      input: t.arg({
        ...checked(TaxNumberInputRef, taxNumberInput),
        required: true,
        description: 'The tax number and its country.',
      }),
    },
    resolve: (_root, { input }, ctx) => validateTaxNumber(ctx, input.parsed),
  }),
);
