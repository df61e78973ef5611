import { readdirSync } from 'node:fs';
import { dataFolder, type JsonRecord, readJsonFile } from './json-file.ts';

/** The unparsed files of the rate book; layers are applied before they are read. */
export type BookFiles = {
  readonly head: JsonRecord;
  /** The days on which rates were last compared with published facts. */
  readonly verified: JsonRecord;
  readonly states: readonly StateFile[];
  readonly delivery: JsonRecord;
  readonly deliveryFees: JsonRecord;
  readonly exemptionReasons: JsonRecord;
  readonly countries: JsonRecord;
  readonly regions: JsonRecord;
  readonly categoryRates: JsonRecord;
  readonly imports: JsonRecord;
  readonly nexus: JsonRecord;
  readonly taxCodes: JsonRecord;
  readonly taxNumberFormats: JsonRecord;
};

/** The bundled file of a state is read on demand; a file changed by layers is in memory. */
export type StateFile = { readonly code: string } & (
  | { readonly isBundled: true; read(): JsonRecord }
  | { readonly isBundled: false; readonly content: JsonRecord }
);

export function readBookFiles(): BookFiles {
  return {
    head: readJsonFile('book.json'),
    verified: readJsonFile('verified.json'),
    states: stateFiles(),
    delivery: readJsonFile('us-delivery.json'),
    deliveryFees: readJsonFile('us-delivery-fees.json'),
    exemptionReasons: readJsonFile('us-exemption-reasons.json'),
    countries: readJsonFile('global/countries.json'),
    regions: readJsonFile('global/regions.json'),
    categoryRates: readJsonFile('global/category-rates.json'),
    imports: readJsonFile('global/imports.json'),
    nexus: readJsonFile('global/nexus.json'),
    taxCodes: readJsonFile('tax-codes.json'),
    taxNumberFormats: readJsonFile('global/vat-numbers.json'),
  };
}

function stateFiles(): StateFile[] {
  const names = readdirSync(new URL('us/', dataFolder)).sort();
  return names.map((name) => ({
    code: name.replace('.json', ''),
    isBundled: true,
    read: () => readJsonFile(`us/${name}`),
  }));
}
