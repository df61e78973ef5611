import { text } from '../../domain/base/fields.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import type { TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import { authorize } from '../../ports/context.ts';
import { countTaxNumberChecks, listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { type Builder, builder } from '../base/builder.ts';
import { connect, connectionOf, pageArguments } from '../base/connection.ts';
import type { TaxNumberEnums } from './tax-number.ts';

export const TaxNumberCheckRef = builder.objectRef<TaxNumberCheckRecord>('TaxNumberCheck');

type Parts = { readonly taxNumber: TaxNumberEnums };

/** What registers said of tax numbers, to be proven later. */
export function addTaxNumberChecks(builder: Builder, { taxNumber }: Parts): void {
  TaxNumberCheckRef.implement({
    description: 'An answer of a register about a tax number, kept for the tenant that asked.',
    fields: (t) => ({
      serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service gave it.' }),
      countryCode: t.exposeString('countryCode', {
        description: 'ISO 3166-1 alpha-2; `XI` for Northern Ireland.',
      }),
      vatNumber: t.exposeString('vatNumber', { description: 'The number in its issuer’s spelling, with its prefix.' }),
      isRegistered: t.exposeBoolean('isRegistered', { description: 'Whether the register had it.' }),
      register: t.expose('register', { type: taxNumber.register, description: 'The register that was asked.' }),
      consultationNumber: t.exposeString('consultationNumber', {
        nullable: true,
        description: 'Proves towards the authority that its register was asked; null where it gave none.',
      }),
      name: t.exposeString('name', { nullable: true, description: 'Whose it was, where the register told.' }),
      address: t.exposeString('address', { nullable: true, description: 'Their address, where the register told.' }),
      checkedAt: t.expose('checkedAt', { type: 'DateTime', description: 'When the register was asked.' }),
    }),
  });
  const filterInput = builder.inputType('TaxNumberCheckFilter', {
    description: 'Leaves the checks that fit.',
    fields: (t) => ({
      vatNumber: t.string({
        description: 'Of this number, with its prefix, written in any usual way.',
        validate: { schema: text(1, 64) },
      }),
    }),
  });
  builder.queryField('taxNumberChecks', (t) =>
    t.field({
      type: connectionOf(TaxNumberCheckRef),
      description:
        'What registers answered when this tenant validated tax numbers, newest first. Needs the scope `tax:read`.',
      args: {
        ...pageArguments(),
        filter: t.arg({ type: filterInput, description: 'Which checks; all when absent.' }),
      },
      resolve: (_root, { filter, ...page }, ctx) => {
        authorize(ctx, 'tax:read');
        const fitting = { vatNumber: filter?.vatNumber ?? undefined };
        return connect(page, {
          order: newestFirst,
          sortValue: ({ internalTimestamps }: TaxNumberCheckRecord) => internalTimestamps.createdDate.toISOString(),
          read: ({ limit, after }) =>
            listTaxNumberChecks(ctx, fitting, {
              limit,
              after: after && { createdAt: new Date(after.value), serviceId: after.serviceId },
            }),
          count: () => countTaxNumberChecks(ctx, fitting),
        });
      },
    }),
  );
}
