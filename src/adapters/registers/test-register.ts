import { testLand } from '../../domain/base/test-land.ts';
import { type Register, type RegisterAnswer, unavailable } from '../../ports/register.ts';

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
