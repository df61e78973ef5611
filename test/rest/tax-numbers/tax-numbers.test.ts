import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aRegister } from '../../support/fake-register.ts';

const vies = aRegister('VIES', ({ country }) => country === 'FR', {
  FR40303265045: { kind: 'REGISTERED', name: 'Exemple SA', address: 'Paris', consultationNumber: 'WAPIAAAAY1' },
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ registers: [vies], now: () => new Date('2026-11-21T10:00:00Z') });
});
afterAll(() => app.close());

const validate = (query: string) => app.send('GET', `/v1/vat/validate?${query}`);

describe('GET /v1/vat/validate', () => {
  it('answers 200 with what the register says', async () => {
    const response = await validate('countryCode=France&vatNumber=FR%2040%20303265045');
    expect(response.status).toBe(200);
    expect(await bodyOf(response)).toEqual({
      countryCode: 'FR',
      countryName: 'France',
      vatNumber: 'FR40303265045',
      valid: true,
      status: 'VALID',
      name: 'Exemple SA',
      address: 'Paris',
      reason: 'IN_REGISTER',
      message: 'VIES lists the number.',
      register: 'VIES',
      consultationNumber: 'WAPIAAAAY1',
      checkedAt: '2026-11-20T16:30:00.000Z',
      internalTimestamps: { createdDate: '2026-11-20T16:30:00.000Z', updatedDate: '2026-11-20T16:30:00.000Z' },
    });
  });

  it('omits unknown values, except the result itself', async () => {
    expect(await bodyOf(validate('countryCode=US&vatNumber=12-3456789'))).toEqual({
      countryCode: 'US',
      countryName: 'United States',
      vatNumber: '12-3456789',
      valid: null,
      status: 'UNAVAILABLE',
      reason: 'FORMAT_UNKNOWN',
      message: 'No tax number format is known for United States, so nothing was checked.',
      internalTimestamps: { createdDate: '2026-11-21T10:00:00.000Z', updatedDate: '2026-11-21T10:00:00.000Z' },
    });
  });

  it.each([
    ['', ['countryCode', 'vatNumber'], 'nothing'],
    ['countryCode=&vatNumber=%20', ['countryCode', 'vatNumber'], 'blanks'],
    ['countryCode=DE', ['vatNumber'], 'no number'],
    ['countryCode=Atlantis&vatNumber=1', ['countryCode'], 'no country'],
    [`countryCode=DE&vatNumber=${'1'.repeat(65)}`, ['vatNumber'], 'too long a number'],
    ['countryCode=DE&vatNumber=1%00', ['vatNumber'], 'a NUL'],
    ['countryCode=DE&vatNumber=1&country=DE', ['country'], 'a parameter that is none'],
    ['countryCode=DE&countryCode=FR&vatNumber=1', ['countryCode'], 'two countries'],
  ])('answers 400 to %j, naming %o (%s)', async (query, parameters, _what) => {
    const response = await validate(query);
    expect(response.status).toBe(400);
    const { errors } = await bodyOf<{ errors: { parameter: string }[] }>(response);
    expect(errors.map(({ parameter }) => parameter)).toEqual(parameters);
  });

  it('answers 401 without a token, and 403 without the scope tax:read', async () => {
    const path = '/v1/vat/validate?countryCode=DE&vatNumber=1';
    expect((await app.fetch(path)).status).toBe(401);
    const token = await app.token(['customers:read']);
    expect((await app.fetch(path, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(403);
  });
});

describe('validateTaxNumber in GraphQL', () => {
  const query = `query ($input: TaxNumberInput!) { validateTaxNumber(input: $input) {
    __typename
    ... on TaxNumberValidation {
      countryCode countryName vatNumber valid status name address reason message register consultationNumber checkedAt
      internalTimestamps { createdDate updatedDate }
    }
    ... on InvalidInput { issues { path code } }
  } }`;
  const asked = async (input: Record<string, string>) =>
    (await ask(app, query, { variables: { input } })).data.validateTaxNumber;

  it.each([
    ['FR', 'FR40303265045'],
    ['DE', 'de 136 695 976'],
    ['DE', 'DE136695977'],
    ['FR', 'DE136695976'],
    ['FR', '23334175221'],
    ['Japan', 'T7000012050002'],
    ['US', '12-3456789'],
  ])('says of %s and %j what REST says', async (countryCode, vatNumber) => {
    const { __typename, ...answer } = await asked({ countryCode, vatNumber });
    const known = Object.entries(answer).filter(([name, value]) => value !== null || name === 'valid');
    const rest = await bodyOf(validate(new URLSearchParams({ countryCode, vatNumber }).toString()));
    expect(Object.fromEntries(known)).toEqual(rest);
  });

  it('answers all errors at once, as a type', async () => {
    expect(await asked({ countryCode: '', vatNumber: '' })).toEqual({
      __typename: 'InvalidInput',
      issues: [
        { path: ['countryCode'], code: 'REQUIRED' },
        { path: ['vatNumber'], code: 'REQUIRED' },
      ],
    });
    expect(await asked({ countryCode: 'Atlantis', vatNumber: '1' })).toEqual({
      __typename: 'InvalidInput',
      issues: [{ path: ['countryCode'], code: 'UNKNOWN_VALUE' }],
    });
  });

  it('needs the scope tax:read', async () => {
    const variables = { input: { countryCode: 'DE', vatNumber: '1' } };
    const { errors } = await ask(app, query, { scopes: ['customers:read'], variables });
    expect(errors).toMatchObject([{ path: ['validateTaxNumber'], extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('taxNumberChecks in GraphQL', () => {
  const query = `query ($vatNumber: String, $first: Int) {
    taxNumberChecks(filter: { vatNumber: { eq: $vatNumber } }, first: $first) {
      totalCount
      nodes { countryCode vatNumber isRegistered register consultationNumber name address checkedAt }
    }
  }`;
  const french = {
    countryCode: 'FR',
    vatNumber: 'FR40303265045',
    isRegistered: true,
    register: 'VIES',
    consultationNumber: 'WAPIAAAAY1',
    name: 'Exemple SA',
    address: 'Paris',
    checkedAt: '2026-11-20T16:30:00.000Z',
  };
  const struckOff = { ...french, vatNumber: 'FR23334175221', isRegistered: false };
  const nothingTold = { consultationNumber: null, name: null, address: null };

  it('lists each response of a register once, and nothing else', async () => {
    for (const vatNumber of ['FR40303265045', 'fr 40 303 265 045', '23334175221', 'FR41303265045', 'DE136695976']) {
      await validate(new URLSearchParams({ countryCode: 'FR', vatNumber }).toString());
    }
    const all = (await ask(app, query)).data.taxNumberChecks;
    expect(all.totalCount).toBe(2);
    expect(all.nodes).toEqual(expect.arrayContaining([french, { ...struckOff, ...nothingTold }]));
    const one = await ask(app, query, { variables: { vatNumber: 'fr 40 303 265 045', first: 1 } });
    expect(one.data.taxNumberChecks).toEqual({ totalCount: 1, nodes: [french] });
  });

  it('needs the scope tax:read', async () => {
    const { errors } = await ask(app, query, { scopes: ['customers:read'] });
    expect(errors).toMatchObject([{ path: ['taxNumberChecks'], extensions: { code: 'FORBIDDEN' } }]);
  });
});

it('documents do not query a register about the buyer', async () => {
  vies.asked.length = 0;
  const customer = aCustomerBody({ externalId: 'buyer', taxNumber: 'FR40303265045' });
  const stored = await app.send('PUT', '/v1/customers/source/9/externalId/buyer', customer);
  const { serviceId } = await bodyOf<{ serviceId: string }>(stored);
  const body = anInvoiceBody(serviceId, {
    items: [anItemBody({ taxCode: 'C3S1' })],
    shippingAddress: { country: 'FR', city: 'Paris', zip: '75001' },
  });
  const invoice = await bodyOf<{ reason: string; notices: { code: string }[] }>(
    await app.send('PUT', '/v1/transactions/source/9/externalId/i-1', body),
  );
  expect(invoice.reason).toBe('REVERSE_CHARGE');
  expect(invoice.notices.map(({ code }) => code)).toContain('TAX_NUMBER_NOT_CONFIRMED');
  expect(vies.asked).toEqual([]);
});
