import { testLand } from '../../domain/base/test-land.ts';
import type { Tracing } from '../../ports/observation.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { type Register, type RegisterAnswer, unavailable } from '../../ports/register.ts';
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

/** The magic numbers; all other test-land numbers are unregistered. */
const answers: Readonly<Record<string, RegisterAnswer>> = {
  ZZ000000001: { kind: 'REGISTERED', name: 'Test Buyer', address: '1 Test Street, Flat', consultationNumber: 'TEST-1' },
  ZZ000000003: unavailable('this number simulates a register that is down', false),
};
const notRegistered: RegisterAnswer = { kind: 'NOT_REGISTERED', consultationNumber: 'TEST-2' };

/** The test-land register, only for test tenants. It sends no requests and keeps nothing. */
export function createTestRegister(now: () => Date): Register {
  return {
    name: 'TEST',
    covers: ({ country }) => country === testLand,
    find: async ({ number }) => ({ ...(answers[number] ?? notRegistered), checkedAt: now() }),
  };
}
