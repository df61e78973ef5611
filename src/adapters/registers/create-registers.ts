import type { Tracing } from '../../ports/observation.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Register } from '../../ports/register.ts';
import { askJson, tracedAsk } from './ask-json.ts';
import { createCachedRegister, type RegisterDependencies } from './cached-register.ts';
import { createHmrc, type HmrcOptions } from './hmrc.ts';
import { createVies, type ViesOptions } from './vies.ts';

/** The configuration of the registers; null for a disabled register. */
export type RegisterSettings = {
  readonly vies: Omit<ViesOptions, 'isInVies'> | null;
  readonly hmrc: HmrcOptions | null;
  readonly timeoutMs: number;
};

/** The enabled registers. If no register is enabled, only the format and checksum of numbers are checked. */
export function createRegisters(
  { vies, hmrc, timeoutMs }: RegisterSettings,
  deps: Omit<RegisterDependencies, 'timeoutMs'> & {
    readonly reference: Pick<ReferenceData, 'taxNumberFormat'>;
    readonly tracing?: Tracing;
  },
): readonly Register[] {
  const isInVies = (country: string) => deps.reference.taxNumberFormat(country)?.isInVies === true;
  const askOf = (name: string) => (deps.tracing ? tracedAsk(deps.tracing, name) : askJson);
  const clients = [
    ...(vies ? [createVies({ ...vies, isInVies }, askOf('VIES'))] : []),
    ...(hmrc ? [createHmrc(hmrc, deps.now, askOf('HMRC'))] : []),
  ];
  return clients.map((client) => createCachedRegister(client, { ...deps, timeoutMs }));
}
