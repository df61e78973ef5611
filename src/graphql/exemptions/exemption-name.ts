import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { text } from '../../domain/base/fields.ts';
import { readPlaceFilter } from '../../domain/base/list-filter.ts';
import type { ExemptionName } from '../../usecases/exemptions/get-exemption.ts';
import type { Builder } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';

/** The two ways to name an exemption. */
export function addExemptionNames(builder: Builder) {
  const key = builder.inputType('ExemptionKey', {
    description: 'What an exemption is unique by.',
    fields: (t) => ({
      customerId: t.field({ type: 'UUID', required: true, description: 'The `serviceId` of its customer.' }),
      country: t.field({ type: 'CountryCode', required: true, description: 'Where it holds.' }),
      state: t.string({
        description: 'The state or region, by code or name; absent: the exemption for the whole country.',
        validate: { schema: text(1, 100) },
      }),
      certificateId: t.string({
        description: 'The number of its certificate; absent: the exemption whose certificate has none.',
        validate: { schema: text(0, 256) },
      }),
    }),
  });
  return builder.inputType('ExemptionBy', {
    isOneOf: true,
    description: 'Names one exemption, by exactly one of these.',
    fields: (t) => ({
      serviceId: t.field({ type: 'UUID', description: 'The id this service gave it.' }),
      key: t.field({ type: key, description: 'What it is unique by.' }),
    }),
  });
}

export type ExemptionBy = ReturnType<typeof addExemptionNames>;

/** `argument` is where the name was sent, for its faults. */
export function exemptionName(
  { reference }: GraphqlContext,
  { serviceId, key }: ExemptionBy['$inferInput'],
  argument: readonly string[],
): ExemptionName {
  if (serviceId != null) return { serviceId };
  if (key == null) throw new AppError('INVALID_INPUT', 'Name the exemption by serviceId or by key.');
  const { place, issues } = readPlaceFilter(reference, key);
  if (issues.length > 0) throw invalidInput(issues.map((issue) => ({ ...issue, path: [...argument, ...issue.path] })));
  const { customerId, country, certificateId = null } = key;
  return {
    key: { customerId, country: place.country ?? country, state: place.state ?? null, certificateId },
  };
}
