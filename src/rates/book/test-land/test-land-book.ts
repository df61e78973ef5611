import type { StateFacts } from '../../../domain/lookups/catalogue.ts';
import type { Jurisdiction, JurisdictionLevel } from '../../../tax/model/place.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import { type Decimal, decimal } from '../../../tax/numbers/decimal.ts';
import { asFlag, asList, asOneOf, asRecord, asText, asTextOrNull, readJsonFile } from '../files/json-file.ts';
import { type RateWindow, readRateWindows } from '../files/rate-windows.ts';
import { asSource } from '../files/source.ts';

/** A jurisdiction with its only rate, which has no end date. */
type Levy = { readonly jurisdiction: Jurisdiction; readonly windows: readonly RateWindow[] };

/** The law of a state, without the general rate. */
type LawOfState = {
  readonly treatment: TaxRule['treatment'];
  /** An item below this price is exempt. */
  readonly exemptBelow: Decimal | null;
  /** The reduced rates by category. */
  readonly reduced: ReadonlyMap<string, Decimal>;
};

/** A state of test land, which demonstrates one feature of tax law. */
export type TestState = {
  /** `ZZ-FLAT`, in the format of regions outside the US. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** Whether the state has the country's VAT instead of its own sales tax. */
  readonly isVat: boolean;
  readonly levies: readonly Levy[];
  readonly cities: readonly (Levy & { readonly name: string })[];
  readonly sourcing: StateFacts['sourcing'];
  readonly law: LawOfState;
  /** Gaps in the rate book for the place, in words; null if there are no gaps. */
  readonly gap: string | null;
};

export type TestLandBook = {
  readonly code: string;
  readonly alpha3: string;
  readonly name: string;
  readonly taxName: string;
  readonly currency: string;
  readonly source: string;
  readonly readOn: string;
  readonly validFrom: string;
  /** The country's own VAT. */
  readonly vat: Levy;
  readonly states: readonly TestState[];
  readonly taxNumbers: { readonly prefix: string; readonly pattern: string };
};

const levels = ['STATE', 'CITY', 'DISTRICT'] as const satisfies readonly JurisdictionLevel[];

export function readTestLand(): TestLandBook {
  const file = readJsonFile('test-land.json');
  const where = 'test land';
  const source = asText(file.source, where);
  const validFrom = asText(file.validFrom, where);
  const country = asRecord(file.country, where);
  const code = asText(country.code, where);
  const taxNumbers = asRecord(file.taxNumbers, where);
  const levy = (jurisdiction: Jurisdiction, rate: unknown): Levy => ({
    jurisdiction,
    windows: readRateWindows(jurisdiction, [[rate, validFrom, null, source]], (value) => asSource(value, where)),
  });
  const name = asText(country.name, where);
  const taxName = asText(country.taxName, where);
  const vat = levy({ ...plain, id: code, level: 'COUNTRY', name, code: taxName }, country.rate);
  return {
    code,
    alpha3: asText(country.alpha3, where),
    name,
    taxName,
    currency: asText(country.currency, where),
    source,
    readOn: asText(file.readOn, where),
    validFrom,
    vat,
    states: asList(file.states, where).map((value) => readState(asRecord(value, where), { code, vat, levy })),
    taxNumbers: { prefix: asText(taxNumbers.prefix, where), pattern: asText(taxNumbers.pattern, where) },
  };
}

const plain = { fips: null, districtOf: null } as const;

type OfCountry = {
  readonly code: string;
  readonly vat: Levy;
  levy(jurisdiction: Jurisdiction, rate: unknown): Levy;
};

function readState(row: Readonly<Record<string, unknown>>, country: OfCountry): TestState {
  const code = asText(row.code, 'test land');
  const id = `${country.code}-${code}`;
  const isVat = row.isVat !== undefined && asFlag(row.isVat, id);
  const levies = asList(row.rates ?? [], id).map((value, index): Levy => {
    const [level, name, rate] = asList(value, id);
    const ofState = { ...plain, level: asOneOf(levels, level, id), name: asText(name, id), code: 'Sales tax' };
    if (index === 0) return country.levy({ ...ofState, id }, rate);
    return country.levy({ ...ofState, id: `${id}-${index}`, districtOf: 'COUNTY' }, rate);
  });
  const cities = asList(row.cities ?? [], id).map((value) => {
    const [city, rate] = asList(value, id);
    const name = asText(city, id);
    const jurisdiction = { ...plain, id: `${id}-${name}`, level: 'CITY', name, code: 'Sales tax' } as const;
    return { name, ...country.levy(jurisdiction, rate) };
  });
  const rule = asRecord(row.rule ?? {}, id);
  const exemptBelow = asTextOrNull(rule.exemptBelow, id);
  return {
    id,
    code,
    name: asTextOrNull(row.name, id) ?? levies[0]!.jurisdiction.name,
    isVat,
    levies: isVat ? [country.vat] : levies,
    cities,
    sourcing: row.sourcing === 'ORIGIN' ? 'ORIGIN' : 'DESTINATION',
    law: {
      treatment: asOneOf(['TAXABLE', 'EXEMPT', 'HOLIDAY'], rule.treatment ?? 'TAXABLE', id),
      exemptBelow: exemptBelow === null ? null : decimal(exemptBelow),
      reduced: new Map(
        Object.entries(asRecord(rule.reduced ?? {}, id)).map(([category, rate]) => [
          category,
          decimal(asText(rate, id)),
        ]),
      ),
    },
    gap: asTextOrNull(row.gap, id),
  };
}
