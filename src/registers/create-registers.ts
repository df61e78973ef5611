import type { ReferenceData } from '../ports/reference-data.ts';
import type { Register } from '../ports/register.ts';
import { createCachedRegister, type RegisterDependencies } from './cached-register.ts';
import { createHmrc, type HmrcOptions } from './hmrc.ts';
import { createVies, type ViesOptions } from './vies.ts';

/** The configuration of the registers; null for one that is disabled. */
export type RegisterSettings = {
  readonly vies: Omit<ViesOptions, 'isInVies'> | null;
  readonly hmrc: HmrcOptions | null;
  readonly timeoutMs: number;
};

/** The enabled registers; without any, only the format and checksum of numbers are checked. */
export function createRegisters(
  { vies, hmrc, timeoutMs }: RegisterSettings,
  deps: Omit<RegisterDependencies, 'timeoutMs'> & { readonly reference: Pick<ReferenceData, 'taxNumberFormat'> },
): readonly Register[] {
  const isInVies = (country: string) => deps.reference.taxNumberFormat(country)?.isInVies === true;
  const clients = [...(vies ? [createVies({ ...vies, isInVies })] : []), ...(hmrc ? [createHmrc(hmrc, deps.now)] : [])];
  return clients.map((client) => createCachedRegister(client, { ...deps, timeoutMs }));
}
