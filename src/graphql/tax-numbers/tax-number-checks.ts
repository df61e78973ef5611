import { boundedText } from '../../domain/base/fields.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import type { TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import { authorize } from '../../ports/context.ts';
import { countTaxNumberChecks, listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { TaxNumberRegisterEnum } from './tax-number-validation.ts';

const TaxNumberCheckRef = builder.objectRef<TaxNumberCheckRecord>('TaxNumberCheck').implement({
  description: 'The answer of a register about a tax number, stored as proof for the tenant that asked.',
  fields: (t) => ({
    serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service assigned to the check.' }),
    countryCode: t.exposeString('countryCode', {
      description: 'ISO 3166-1 alpha-2 code of the country; `XI` for Northern Ireland.',
    }),
    vatNumber: t.exposeString('vatNumber', {
      description: 'The number in the official spelling of its country, with its prefix.',
    }),
    isRegistered: t.exposeBoolean('isRegistered', { description: 'Whether the register contained the number.' }),
    register: t.expose('register', { type: TaxNumberRegisterEnum, description: 'The register that was queried.' }),
    consultationNumber: t.exposeString('consultationNumber', {
      nullable: true,
      description: 'Proof for the tax authority that its register was queried; null if the register gave none.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the business, if the register disclosed it.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'Address of the business, if the register disclosed it.',
    }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', description: 'When the register was queried.' }),
  }),
});

const TaxNumberCheckConnectionRef = connectionOf(TaxNumberCheckRef);

const TaxNumberCheckFilterRef = builder.inputType('TaxNumberCheckFilter', {
  description: 'Conditions on the listed checks.',
  fields: (t) => ({
    vatNumber: t.string({
      description: 'Tax number with its prefix. Blanks and punctuation are ignored.',
      validate: { schema: boundedText(1, 64) },
    }),
  }),
});

builder.queryField('taxNumberChecks', (t) =>
  t.field({
    type: TaxNumberCheckConnectionRef,
    description:
      'Answers of registers to this tenant’s validations of tax numbers, newest first. Needs the scope `tax:read`.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: TaxNumberCheckFilterRef, description: 'Which checks to list; all if absent.' }),
    },
    resolve: (_root, { filter: sentFilter, ...page }, ctx) => {
      authorize(ctx, 'tax:read');
      const filter = { vatNumber: sentFilter?.vatNumber ?? undefined };
      return connect(page, {
        list: 'taxNumberChecks',
        order: newestFirst,
        sortValue: ({ internalTimestamps }: TaxNumberCheckRecord) => internalTimestamps.createdDate.toISOString(),
        read: (ordered) => listTaxNumberChecks(ctx, filter, pageByCreation(ordered)),
        count: () => countTaxNumberChecks(ctx, filter),
      });
    },
  }),
);
