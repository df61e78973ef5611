import { z } from 'zod';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type FeatureName, features } from '../../domain/lookups/service-info.ts';
import {
  taxNumberReasons,
  taxNumberRegisters,
  taxNumberStatuses,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { choice, count, day, flag, instant, internalTimestampsAnswer, list, named, text } from '../http/members.ts';
import { localRatesOfState } from '../lookups/lookup-answers.ts';

const inWords = (meanings: Readonly<Record<string, string>>) =>
  Object.entries(meanings)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join(' ');

const keysOf = <Key extends string>(meanings: Readonly<Record<Key, string>>) => z.enum(Object.keys(meanings));

/** Members that are not known are null. */
export const taxNumberAnswer = named('TaxNumberValidation', 'What was found out about a tax number.', {
  countryCode: text('ISO 3166-1 alpha-2; XI for Northern Ireland, EU for the one-stop shop.'),
  countryName: text('The country’s English name.'),
  vatNumber: text('The number in its issuer’s spelling, with its prefix.'),
  valid: flag('Null when it could not be checked: turn nobody away then.').nullable(),
  status: keysOf(taxNumberStatuses).meta({ description: inWords(taxNumberStatuses) }),
  name: text('As the register tells it.').nullable(),
  address: text('As the register tells it.').nullable(),
  reason: keysOf(taxNumberReasons).meta({ description: inWords(taxNumberReasons) }),
  message: text('The reason in a sentence.'),
  register: keysOf(taxNumberRegisters)
    .nullable()
    .meta({ description: `The register asked. ${inWords(taxNumberRegisters)}` }),
  consultationNumber: text('Proves towards the authority that the register was asked.').nullable(),
  checkedAt: instant('When the register was asked, which may have been for an earlier question.').nullable(),
  internalTimestamps: internalTimestampsAnswer,
});

const limitWords: Readonly<Record<string, string>> = {
  bodyBytes: 'How long bodies may be, in bytes.',
  documentsPerBatch: 'Documents in a batch.',
  csv: 'How long files of exemptions may be.',
  'csv rowCharacters': 'A row, in characters.',
  itemsPerDocument: 'Items in a document.',
  pageSize: 'Records on a page.',
  taxability: 'What a grid of taxability may name.',
  jurisdictionIds: 'Ids in a question for jurisdictions.',
  graphql: 'A GraphQL document.',
  'graphql tokens': 'Tokens of a document.',
  'graphql nesting': 'Brackets within brackets.',
  'graphql depth': 'Fields within fields.',
  'graphql aliases': 'Aliases.',
  'graphql cost': 'Fields, each list counted with its page size.',
};

type Limits = { readonly [name: string]: number | Limits };

/** As they are told: whatever limit is added is in the document too. */
function limitsAnswer(limits: Limits, at: readonly string[]): z.ZodObject {
  const members = Object.entries(limits).map(([name, limit]) => {
    const path = [...at, name];
    const words = limitWords[path.join(' ')] ?? `The limit of ${path.join(' ')}.`;
    return [name, typeof limit === 'number' ? count(words) : limitsAnswer(limit, path).meta({ description: words })];
  });
  return z.object(Object.fromEntries(members));
}

const limits = limitsAnswer(gatewayLimits, []).meta({ description: 'What one request may hold.' });

const featureNames = Object.keys(features).filter((name): name is FeatureName => Object.hasOwn(features, name));

export const capabilitiesAnswer = named('Capabilities', 'What the service is, what it holds, and how far that goes.', {
  name: text('The product.'),
  features: list(z.enum(featureNames).meta({ description: inWords(features) }), 'What it can do.'),
  limits,
  rateBook: z
    .object({
      version: text('The one that new documents are calculated with.'),
      bundledVersion: text('The one that ships with the product.'),
      asOf: day('The day it was last read on.'),
    })
    .meta({ description: 'The rate book in force.' }),
  registers: list(
    z.object({ name: text('The register.'), isConfigured: flag('Whether it is asked.') }),
    'Registers of tax numbers.',
  ),
  sources: list(
    z.object({
      name: text('The source.'),
      asOf: day('When it was read.'),
      places: list(text('A state or country.'), 'What was taken from it.'),
    }),
    'Where the facts come from.',
  ),
  states: list(
    z.object({
      code: text('Its code.'),
      name: text('Its name.'),
      sourcing: choice(['ORIGIN', 'DESTINATION', 'MIXED'], 'Which address decides sales within it.'),
      ...localRatesOfState,
      asOf: day('The day its rates were read on.'),
      stateRateOnlyZips: count('ZIP codes with local taxes of which the rate book holds none.'),
    }),
    'US states, and how far each is covered.',
  ),
  countries: list(
    z.object({
      code: text('ISO 3166-1 alpha-2.'),
      name: text('Its name.'),
      taxName: text('What its tax is called.'),
      currency: text('ISO 4217.'),
      asOf: day('The day its rates were read on.'),
    }),
    'Countries with VAT, GST or another general tax.',
  ),
});

export const tokenAnswer = named('Token', 'A token for the Authorization header.', {
  accessToken: text('The token.'),
  tokenType: text('How it is sent.', ['Bearer']),
  expiresIn: count('How long it holds, in seconds.'),
});

export const keysAnswer = named('JsonWebKeySet', 'The public keys that tokens are verified with (RFC 7517).', {
  keys: list(
    z
      .looseObject({ kty: text('Its kind.'), kid: text('Its id.').optional(), alg: text('Its algorithm.').optional() })
      .meta({ description: 'A public key.' }),
    'The keys.',
  ),
});

export const liveAnswer = named('Live', 'The process runs.', {
  status: z.literal('live').meta({ description: 'Always live.' }),
});
export const readyAnswer = named('Ready', 'The gateway can serve requests.', {
  status: z.literal('ready').meta({ description: 'Always ready; else the answer is 503.' }),
  rateBookVersion: text('The rate book in force.'),
  rateBookFault: text('Why the rate book that was activated is not the one in force.').optional(),
});
