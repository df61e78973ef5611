import { invalidField, invalidInput } from '../../domain/base/errors.ts';
import { boundedText } from '../../domain/base/fields.ts';
import { readPlaceFilter } from '../../domain/places/place-filter.ts';
import type { ExemptionName } from '../../usecases/exemptions/exemptions.ts';
import { builder } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';
import { localIdIn } from '../base/global-id.ts';
import { byInput } from '../base/record-name.ts';

const ExemptionKeyRef = builder.inputType('ExemptionKey', {
  description: 'The fields that together identify an exemption.',
  fields: (t) => ({
    customerId: t.field({ type: 'UUID', required: true, description: 'serviceId of the customer.' }),
    country: t.field({
      type: 'CountryCode',
      required: true,
      description: 'The country in which the exemption is valid.',
    }),
    state: t.string({
      description: 'State or region, by code or name. Omit it for a country-wide exemption.',
      validate: { schema: boundedText(1, 100) },
    }),
    certificateId: t.string({
      description: 'Certificate number. Omit it if the exemption has no certificate number.',
      validate: { schema: boundedText(0, 256) },
    }),
  }),
});

/** The ways to identify an exemption. */
export const ExemptionByRef = byInput('exemption', 'ExemptionBy', {
  type: ExemptionKeyRef,
  description: 'The customer, the place and the certificate number.',
});

export const byExemption = {
  type: ExemptionByRef,
  required: true,
  description: 'The exemption, by id, service id, or key.',
} as const;

/** Reads how an exemption is identified. `argument` is the path of the argument, for issues. */
export function exemptionName(
  { reference }: GraphqlContext,
  { id, serviceId, key }: (typeof ExemptionByRef)['$inferInput'],
  argument: readonly string[],
): ExemptionName {
  if (id != null) return { serviceId: localIdIn(String(id), 'Exemption', [...argument, 'id']) };
  if (serviceId != null) return { serviceId };
  if (key == null) throw invalidField(argument, 'REQUIRED', 'Identify the exemption by id, by serviceId or by key.');
  const { place, issues } = readPlaceFilter(reference, key);
  if (issues.length > 0)
    throw invalidInput(issues.map((issue) => ({ ...issue, path: [...argument, 'key', ...issue.path] })));
  const { customerId, country, certificateId = null } = key;
  return {
    key: { customerId, country: place.country ?? country, state: place.state ?? null, certificateId },
  };
}
