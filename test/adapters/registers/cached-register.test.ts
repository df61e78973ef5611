import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCachedRegister } from '../../../src/adapters/registers/cached-register.ts';
import { type RegisterAnswer, type RegisterClient, unavailable } from '../../../src/ports/register.ts';

const registered: RegisterAnswer = { kind: 'REGISTERED', name: 'Muster', address: null, consultationNumber: 'W1' };
const notRegistered: RegisterAnswer = { kind: 'NOT_REGISTERED', consultationNumber: null };
const number = { country: 'DE', number: 'DE136695976' };

let now: number;
let asked: string[];
let logged: string[];
beforeEach(() => {
  now = Date.parse('2026-11-21T10:00:00Z');
  asked = [];
  logged = [];
});

function aRegister(answer: (number: string, signal: AbortSignal) => Promise<RegisterAnswer> | RegisterAnswer) {
  const client: RegisterClient = {
    name: 'VIES',
    covers: () => true,
    ask: async ({ number }, signal) => {
      asked.push(number);
      return answer(number, signal);
    },
  };
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  return createCachedRegister(client, { timeoutMs: 1000, log, now: () => new Date(now) });
}

const minutes = 60_000;

describe('a register', () => {
  it('is queried once a day about a registered number, and the response keeps its time', async () => {
    const register = aRegister(() => registered);
    const first = await register.find(number);
    expect(first).toEqual({ ...registered, checkedAt: new Date('2026-11-21T10:00:00Z') });
    now += 24 * 60 * minutes - 1;
    expect(await register.find(number)).toEqual(first);
    now += 2;
    expect((await register.find(number)).checkedAt).toEqual(new Date(now));
    expect(asked).toHaveLength(2);
  });

  it('is queried again within the hour about a number that is not registered', async () => {
    const register = aRegister(() => (asked.length === 1 ? notRegistered : registered));
    expect((await register.find(number)).kind).toBe('NOT_REGISTERED');
    now += 59 * minutes;
    expect((await register.find(number)).kind).toBe('NOT_REGISTERED');
    now += 2 * minutes;
    expect((await register.find(number)).kind).toBe('REGISTERED');
  });

  it('that is unavailable is queried again after some seconds', async () => {
    const register = aRegister(() => (asked.length === 1 ? unavailable('it is down', false) : registered));
    expect((await register.find(number)).kind).toBe('UNAVAILABLE');
    expect((await register.find(number)).kind).toBe('UNAVAILABLE');
    expect(asked).toHaveLength(1);
    now += 5_001;
    expect((await register.find(number)).kind).toBe('REGISTERED');
  });

  it('is queried once, however many requests wait for the response', async () => {
    const register = aRegister(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return registered;
    });
    const findings = await Promise.all(Array.from({ length: 100 }, () => register.find(number)));
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['REGISTERED']));
    expect(asked).toEqual(['DE136695976']);
  });

  it('receives at most fifty concurrent queries; further ones must be retried', async () => {
    const register = aRegister(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return registered;
    });
    const numbers = Array.from({ length: 60 }, (_, index) => ({ country: 'DE', number: `DE${index}` }));
    const findings = await Promise.all(numbers.map((each) => register.find(each)));
    expect(findings.filter(({ kind }) => kind === 'UNAVAILABLE')).toHaveLength(10);
    expect(asked).toHaveLength(50);
    expect((await register.find({ country: 'DE', number: 'DE99' })).kind).toBe('REGISTERED');
  });

  it('is retried once after a temporary error, not twice', async () => {
    const register = aRegister(() => (asked.length === 1 ? unavailable('it is busy', true) : registered));
    expect((await register.find(number)).kind).toBe('REGISTERED');
    asked.length = 0;
    const busy = aRegister(() => unavailable('it is busy', true));
    expect((await busy.find(number)).kind).toBe('UNAVAILABLE');
    expect(asked).toHaveLength(2);
  });

  it('is awaited no longer than its total time limit, and not retried after it', async () => {
    const log = pino({ level: 'silent' });
    const ask = vi.fn(async () => unavailable('busy', true));
    const client: RegisterClient = { name: 'HMRC', covers: () => true, ask };
    const register = createCachedRegister(client, { timeoutMs: 50, log, now: () => new Date(now) });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
    }, 200);
    onTestFinished(() => clearTimeout(late));
    expect((await register.find(number)).kind).toBe('UNAVAILABLE');
    expect(ask).toHaveBeenCalledOnce();
    expect(isLate).toBe(false); // Timers fire in the order of their times, also on a busy machine.
  });

  it('logs when it is unavailable, without the number', async () => {
    await aRegister(() => unavailable('it is down', false)).find(number);
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0]!)).toMatchObject({ register: 'VIES', country: 'DE', because: 'it is down' });
    expect(logged[0]).not.toContain('136695976');
  });
});
