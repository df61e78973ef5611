import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../../../src/ports/register.ts';
import { validateTaxNumber } from '../../../src/usecases/tax-numbers/validate-tax-number.ts';
import { aContext } from '../../support/context.ts';
import { failureOf } from '../../support/failure.ts';
import { aRegister, registerAskedAt } from '../../support/fake-register.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const vies = aRegister('VIES', ({ country }) => country !== 'GB' && country.length === 2 && country !== 'NO', {
  FR40303265045: { kind: 'REGISTERED', name: 'Exemple SA', address: '1 rue\nParis', consultationNumber: 'WAPIAAAAY1' },
  XI980780684: { kind: 'REGISTERED', name: null, address: null, consultationNumber: null },
  IT00743110157: unavailable('the register of the member state is not responding (MS_UNAVAILABLE)', false),
});
const hmrc = aRegister('HMRC', ({ country, number }) => country === 'GB' && /^GB\d/.test(number), {
  GB980780684: { kind: 'REGISTERED', name: 'Example Ltd', address: 'London', consultationNumber: null },
});

async function ask(countryCode: string, vatNumber: string, registers = [vies, hmrc]) {
  const ctx = { ...aContext(store.stores, await aTenant(store.stores)), registers };
  return validateTaxNumber(ctx, { countryCode, vatNumber });
}

describe('without registers', () => {
  it.each([
    ['DE', 'de 136.695.976', 'DE', 'DE136695976'],
    ['Germany', '136695976', 'DE', 'DE136695976'],
    ['EL', '094259216', 'GR', 'EL094259216'],
    ['Greece', 'GR 094259216', 'GR', 'EL094259216'],
    ['UK', '980 7806 84', 'GB', 'GB980780684'],
    ['XI', '980780684', 'XI', 'XI980780684'],
    ['Northern Ireland', 'XI980780684', 'XI', 'XI980780684'],
    ['GB', 'XI980780684', 'XI', 'XI980780684'],
    ['Monaco', 'FR53000004605', 'MC', 'FR53000004605'],
    ['FR', 'FR53000004605', 'FR', 'FR53000004605'],
    ['Costa Rica', '6012345678', 'CR', '6012345678'],
    ['IM', 'GB980780684', 'IM', 'GB980780684'],
    ['EU', 'EU372000041', 'EU', 'EU372000041'],
    ['CH', 'CHE-107.787.577 MWST', 'CH', 'CHE107787577MWST'],
  ])('%s and %j tell as much as the form can', async (countryCode, vatNumber, country, number) => {
    expect(await ask(countryCode, vatNumber, [])).toMatchObject({
      countryCode: country,
      vatNumber: number,
      valid: true,
      status: 'FORMAT_ONLY',
      reason: 'NOT_QUERIED',
      register: null,
      checkedAt: null,
      name: null,
    });
  });

  it.each([
    [
      'DE',
      'DE136695977',
      'INVALID_CHECKSUM',
      'The check digits of DE136695977 are wrong. Check for a mistyped digit or letter.',
    ],
    ['DE', 'DE12345', 'INVALID_FORMAT', 'DE12345 does not match the tax number format of Germany.'],
    ['DE', '---', 'INVALID_FORMAT', 'DE does not match the tax number format of Germany.'],
    [
      'FR',
      'DE136695976',
      'WRONG_COUNTRY',
      'DE136695976 belongs to another country: Germany, not France. Send it with countryCode DE.',
    ],
    [
      'Monaco',
      '40 303265045',
      'WRONG_COUNTRY',
      'FR40303265045 belongs to another country: France, not Monaco. Send it with countryCode FR.',
    ],
    ['MC', 'FR12345', 'INVALID_FORMAT', 'FR12345 does not match the tax number format of Monaco.'],
    [
      'MC',
      'FR54000004605',
      'INVALID_CHECKSUM',
      'The check digits of FR54000004605 are wrong. Check for a mistyped digit or letter.',
    ],
    [
      'XI',
      'GB980780684',
      'WRONG_COUNTRY',
      'GB980780684 belongs to another country: United Kingdom, not Northern Ireland. Send it with countryCode GB.',
    ],
    [
      'US',
      'DE136695976',
      'WRONG_COUNTRY',
      'DE136695976 belongs to another country: Germany, not United States. Send it with countryCode DE.',
    ],
  ])('%s and %j: %s', async (countryCode, vatNumber, reason, message) => {
    const answer = { valid: false, status: 'INVALID', reason, message };
    expect(await ask(countryCode, vatNumber, [])).toMatchObject(answer);
  });

  it.each([
    ['US', '12-3456789', 'United States'],
    ['US', 'NO12', 'United States'],
    ['Mongolia', '1234567', 'Mongolia'],
  ])('%s has no known format, so %j is not checked', async (countryCode, vatNumber, countryName) => {
    expect(await ask(countryCode, vatNumber, [])).toMatchObject({
      countryName,
      valid: null,
      status: 'UNAVAILABLE',
      reason: 'FORMAT_UNKNOWN',
      message: `No tax number format is known for ${countryName}, so nothing was checked.`,
    });
  });

  it.each(['Atlantis', 'ZZ', 'D'])('%s is not a country', async (countryCode) => {
    expect(await failureOf(ask(countryCode, '123', []))).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['countryCode'], code: 'UNKNOWN_VALUE' }],
    });
  });
});

describe('with registers', () => {
  it('a registered number is valid, and the consultation number is kept', async () => {
    expect(await ask('FR', 'FR 40 303265045')).toEqual({
      countryCode: 'FR',
      countryName: 'France',
      vatNumber: 'FR40303265045',
      valid: true,
      status: 'VALID',
      reason: 'IN_REGISTER',
      message: 'VIES lists the number.',
      name: 'Exemple SA',
      address: '1 rue\nParis',
      register: 'VIES',
      consultationNumber: 'WAPIAAAAY1',
      checkedAt: registerAskedAt,
      internalTimestamps: { createdDate: registerAskedAt, updatedDate: registerAskedAt },
    });
  });

  it('HMRC is queried for Great Britain, VIES for Northern Ireland', async () => {
    expect(await ask('GB', '980780684')).toMatchObject({ status: 'VALID', register: 'HMRC', name: 'Example Ltd' });
    expect(await ask('GB', 'XI980780684')).toMatchObject({ status: 'VALID', register: 'VIES', countryCode: 'XI' });
  });

  it('a number that is not registered is invalid', async () => {
    expect(await ask('DE', '136695976')).toMatchObject({
      valid: false,
      status: 'INVALID',
      reason: 'NOT_IN_REGISTER',
      register: 'VIES',
      checkedAt: registerAskedAt,
    });
  });

  it('an unavailable register does not make a number invalid', async () => {
    expect(await ask('IT', '00743110157')).toMatchObject({
      valid: null,
      status: 'UNAVAILABLE',
      reason: 'REGISTER_UNAVAILABLE',
      message:
        'The number is well-formed, but VIES could not be queried: the register of the member state is not responding (MS_UNAVAILABLE). Try again later.',
    });
  });

  it('no register is queried about impossible numbers or countries it does not cover', async () => {
    vies.asked.length = 0;
    hmrc.asked.length = 0;
    expect(await ask('DE', '136695977')).toMatchObject({ reason: 'INVALID_CHECKSUM', register: null });
    expect(await ask('NO', '995525828MVA')).toMatchObject({ status: 'FORMAT_ONLY', register: null });
    expect(await ask('GB', 'GBGD001')).toMatchObject({
      status: 'FORMAT_ONLY',
      message: 'The format is valid, and there is no checksum to verify. No register was queried.',
    });
    expect([...vies.asked, ...hmrc.asked]).toEqual([]);
  });
});
