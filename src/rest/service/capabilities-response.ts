import { z } from 'zod';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type FeatureName, features } from '../../domain/lookups/service-info.ts';
import { choice, count, day, flag, inWords, list, named, text } from '../http/members.ts';
import { localRatesOfState } from '../lookups/lookup-responses.ts';

const limitWords: Readonly<Record<string, string>> = {
  bodyBytes: 'How long bodies may be, in bytes.',
  documentsPerBatch: 'Documents in a batch.',
  csv: 'How long files of exemptions may be.',
  'csv rowCharacters': 'A row, in characters.',
  'csv cells': 'Cells of a row, the header included.',
  restJson: 'The JSON of a body, or of one document of a batch.',
  'restJson nesting': 'Lists and objects within each other.',
  'restJson values': 'Values of all kinds together.',
  'restJson entries': 'Entries of a list, or members of an object.',
  'restJson numberCharacters': 'Characters of a number.',
  restWithoutToken: 'Requests for tokens.',
  issues: 'Issues that an answer lists.',
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
function limitsResponse(limits: Limits, at: readonly string[]): z.ZodObject {
  const members = Object.entries(limits).map(([name, limit]) => {
    const path = [...at, name];
    const words = limitWords[path.join(' ')] ?? `The limit of ${path.join(' ')}.`;
    return [name, typeof limit === 'number' ? count(words) : limitsResponse(limit, path).meta({ description: words })];
  });
  return z.object(Object.fromEntries(members));
}

const limits = limitsResponse(gatewayLimits, []).meta({ description: 'What one request may hold.' });

const featureNames = Object.keys(features).filter((name): name is FeatureName => Object.hasOwn(features, name));

export const capabilitiesResponse = named(
  'Capabilities',
  'What the service is, what it holds, and how far that goes.',
  {
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
  },
);
