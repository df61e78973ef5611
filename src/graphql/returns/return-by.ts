import { z } from 'zod';
import { invalidField } from '../../domain/base/errors.ts';
import { boundedText } from '../../domain/base/fields.ts';
import { askedPeriod } from '../../domain/base/report-period.ts';
import { type RegistrationScheme, registrationScheme } from '../../domain/nexus/nexus-record.ts';
import { type AskedTaxReturn, taxReturnKeyFields } from '../../domain/returns/return-input.ts';
import { builder } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { localIdIn } from '../base/global-id.ts';
import { enumOf } from '../base/record-type.ts';
import { checkedPeriod, type SentPeriod } from '../base/shared-inputs.ts';

const described = descriptionsOf(z.object(taxReturnKeyFields));

const TaxReturnKeyInputRef = builder.inputType('TaxReturnKeyInput', {
  description: 'The place and the period of a tax return.',
  fields: (t) => ({
    country: t.field({ type: 'CountryCode', required: true, description: described.country }),
    state: t.string({ description: described.state, validate: { schema: boundedText(1, 100) } }),
    scheme: t.field({
      type: enumOf(registrationScheme),
      required: true,
      defaultValue: 'STANDARD',
      description: 'Filing scheme.',
    }),
    period: t.field({ ...checkedPeriod, required: true, description: 'Reporting period.' }),
  }),
});

export const TaxReturnByRef = builder.inputType('TaxReturnBy', {
  isOneOf: true,
  description: 'Identifies one tax return by exactly one of these fields.',
  fields: (t) => ({
    id: t.id({
      description: 'The `id` of the return, as accepted by `node`. The id of another type of record is refused.',
    }),
    serviceId: t.field({ type: 'UUID', description: 'The id this service assigned on first filing.' }),
    key: t.field({
      type: TaxReturnKeyInputRef,
      description: 'The place and the period; valid even if the return was never filed.',
    }),
  }),
});

type SentBy = {
  readonly id?: string | number | null;
  readonly serviceId?: string | null;
  readonly key?: {
    readonly country: string;
    readonly state?: string | null;
    readonly scheme: RegistrationScheme;
    readonly period: { readonly parsed: SentPeriod };
  } | null;
};

/** Reads the id, service id or key that identifies a return. `path` is its position in the input, for issues. */
export function askedTaxReturn({ id, serviceId, key }: SentBy, path: readonly string[] = ['by']): AskedTaxReturn {
  if (id != null) return { key: { ...keyIn(String(id), [...path, 'id']), path: [...path, 'id'] } };
  if (serviceId != null) return { serviceId };
  if (key == null) throw invalidField(path, 'REQUIRED', 'Identify the return by id, by serviceId or by key.');
  const { country, state = null, scheme } = key;
  const { period, from, to } = askedPeriod(key.period.parsed);
  return { key: { country, state, scheme, period: period ?? `${from}..${to}`, path: [...path, 'key'] } };
}

const localId = /^(?<place>[A-Z]{2}(?:-[A-Z0-9]{1,4})?)\/(?<scheme>[A-Z_]{1,40})\/(?<period>[-.0-9A-Z]{4,22})$/;

/** The key in the id of a return. The id is derived from the key, so a draft keeps its id when it is filed. */
function keyIn(id: string, path: readonly string[]) {
  const { place, scheme, period } = localId.exec(localIdIn(id, 'TaxReturn', path))?.groups ?? {};
  const known = Object.keys(registrationScheme.values).find((one) => one === scheme);
  if (place === undefined || period === undefined || known === undefined) {
    throw invalidField(path, 'INVALID_FORMAT', 'This is not a tax return id.');
  }
  return { place, scheme: known as RegistrationScheme, period };
}
