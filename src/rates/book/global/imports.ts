import type { ImportRule, ServiceRule } from '../../../domain/places/place-law.ts';
import type { Territory } from '../../../tax/law/supply.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import {
  asFlag,
  asList,
  asOneOf,
  asRecord,
  asText,
  asTextOrNull,
  asTexts,
  type JsonRecord,
} from '../files/json-file.ts';
import { isInForce } from '../files/rate-windows.ts';

type Dated = { readonly country: string; readonly validFrom: string | null; readonly validThrough: string | null };

/** How countries tax imported goods and services. */
export type ImportBook = {
  readonly goods: readonly (ImportRule & Dated)[];
  readonly services: readonly (ServiceRule & Dated)[];
};

export function readImportBook(file: JsonRecord): ImportBook {
  return {
    goods: asList(file.goods, 'imports').map((value) => readGoods(asRecord(value, 'imports'))),
    services: asList(file.services, 'imports').map((value) => {
      const row = asRecord(value, 'imports');
      return { ...readDates(row), sentence: asText(row.sentence, 'imports'), source: asText(row.source, 'imports') };
    }),
  };
}

function readGoods(row: JsonRecord): ImportRule & Dated {
  const dates = readDates(row);
  const where = `imports of ${dates.country}`;
  const [limit, waived] = [row.limit, row.waived].map((value) => asTextOrNull(value, where));
  return {
    ...dates,
    limit: limit ? decimal(limit) : null,
    currency: asText(row.currency, where),
    per: asOneOf(['CONSIGNMENT', 'ITEM'], row.per, where),
    includesLimit: asFlag(row.includesLimit, where),
    scheme: asText(row.scheme, where),
    unregistered: asOneOf(['BORDER', 'NOBODY'], row.unregistered, where),
    businessSentence: asTextOrNull(row.business, where),
    excluded: asTexts(row.excluded ?? [], where),
    waivedTax: waived ? decimal(waived) : null,
    source: asText(row.source, where),
  };
}

function readDates(row: JsonRecord): Dated {
  const country = asText(row.country, 'imports');
  return { country, validFrom: asTextOrNull(row.from, country), validThrough: asTextOrNull(row.to, country) };
}

/** The import rules of a country on a day. For goods, the EU has a single rule for all member states. */
export function importLawOf({ goods, services }: ImportBook, territory: Territory, taxDate: string) {
  const ofCountry = (rule: Dated) => rule.country === territory.country && isInForce(rule, taxDate);
  const ofEu = (rule: Dated) => rule.country === 'EU' && territory.isInEuForGoods && isInForce(rule, taxDate);
  return {
    imports: goods.find(ofCountry) ?? goods.find(ofEu) ?? null,
    businessServices: services.find(ofCountry) ?? null,
  };
}
