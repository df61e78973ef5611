import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createRegisters } from '../../../src/adapters/registers/create-registers.ts';
import { readConfig } from '../../../src/config/config.ts';
import { sendJson, startAnsweringServer } from '../../support/answering-server.ts';
import { reference } from '../../support/context.ts';

const deps = { reference, log: pino({ level: 'silent' }), now: () => new Date('2026-11-21T10:00:00Z') };

it('enables no register by default', () => {
  expect(createRegisters(readConfig({}).registers, deps)).toEqual([]);
});

it('queries the registers that the environment enables, each about its own numbers', async () => {
  const server = await startAnsweringServer();
  server.answer = (_question, response) => sendJson(response, 200, { valid: true, name: '---' });
  const { registers: config } = readConfig({
    VIES_ENABLED: 'true',
    VIES_URL: `${server.url}/`,
    HMRC_CLIENT_ID: 'app',
    HMRC_CLIENT_SECRET: 'hunter2',
  });
  const registers = createRegisters(config, deps);
  const namesFor = (country: string, number: string) =>
    registers.filter((register) => register.covers({ country, number })).map(({ name }) => name);
  expect(namesFor('DE', 'DE136695976')).toEqual(['VIES']);
  expect(namesFor('GR', 'EL094259216')).toEqual(['VIES']);
  expect(namesFor('XI', 'XI980780684')).toEqual(['VIES']);
  expect(namesFor('GB', 'GB980780684')).toEqual(['HMRC']);
  expect(namesFor('EU', 'EU372000041')).toEqual([]);
  expect(namesFor('NO', 'NO995525828MVA')).toEqual([]);
  expect(await registers[0]!.find({ country: 'DE', number: 'DE136695976' })).toEqual({
    kind: 'REGISTERED',
    name: null,
    address: null,
    consultationNumber: null,
    checkedAt: new Date('2026-11-21T10:00:00Z'),
  });
  expect(server.questions.map(({ path }) => path)).toEqual(['/check-vat-number']);
  await server.close();
});
