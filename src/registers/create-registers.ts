import type { ReferenceData } from '../ports/reference-data.ts';
import type { Register } from '../ports/register.ts';
import { createCachedRegister, type RegisterDependencies } from './cached-register.ts';
import { createHmrc, type HmrcOptions } from './hmrc.ts';
import { createVies, type ViesOptions } from './vies.ts';

/** The registers to ask; null for one that is switched off. */
export type RegisterSettings = {
  readonly vies: Omit<ViesOptions, 'isInVies'> | null;
  readonly hmrc: HmrcOptions | null;
  readonly timeoutMs: number;
};

/** The registers that are switched on; without any, numbers are checked by form and checksum alone. */
export function createRegisters(
  { vies, hmrc, timeoutMs }: RegisterSettings,
  deps: Omit<RegisterDependencies, 'timeoutMs'> & { readonly reference: Pick<ReferenceData, 'taxNumberFormat'> },
): readonly Register[] {
  const isInVies = (country: string) => deps.reference.taxNumberFormat(country)?.isInVies === true;
  const clients = [...(vies ? [createVies({ ...vies, isInVies })] : []), ...(hmrc ? [createHmrc(hmrc, deps.now)] : [])];
  return clients.map((client) => createCachedRegister(client, { ...deps, timeoutMs }));
}
