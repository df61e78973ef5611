import { AppError, type Issue } from '../../domain/base/errors.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { NexusDeclaration, NexusRegistration } from '../../domain/nexus/nexus-record.ts';
import { isShopScheme, plainNumber, type ShopScheme, schemeOf } from '../../domain/nexus/one-stop-shop.ts';
import { northernIreland } from '../../domain/places/eu-code.ts';
import {
  contentRows,
  type ShopContent,
  type ShopFacts,
  type ShopNumber,
} from '../../domain/returns/one-stop-shop/files/shop-content.ts';
import { formatOf, type ShopFile, writtenFile } from '../../domain/returns/one-stop-shop/files/shop-file.ts';
import type { TaxReturn, TaxReturnKey } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { getWholeFigures } from './return-figures.ts';

type ShopKey = TaxReturnKey & { readonly scheme: ShopScheme };

/**
 * The file of a one-stop-shop return; null for a return of another scheme. Throws `RETURN_INCOMPLETE` with all missing
 * content.
 */
export async function writeShopFile(ctx: Context, one: TaxReturn): Promise<ShopFile | null> {
  const { stores, tenant } = authorize(ctx, 'returns:read');
  const { scheme, country: filedIn, from, to } = one;
  if (!isShopScheme(scheme)) return null;
  const { figures } = await getWholeFigures(ctx, one);
  const declarations = await stores.nexus.list();
  const number = numberFrom(
    ctx.reference,
    shopNumber(ctx.reference, declarations, { ...one, scheme }),
    numberedIn({ ...one, scheme }),
  );
  const { supplies, ...others } = figures.oneStopShop!;
  const content: ShopContent = {
    ...others,
    scheme,
    filedIn,
    from,
    to,
    sellerName: tenant.name,
    number: number ?? anyNumber,
    supplies: contentRows(supplies, { scheme, filedIn }, factsOf(ctx.reference, declarations, one)),
  };
  const messages = [
    ...(number ? [] : [missingNumber(`Your VAT number for ${scheme} in ${filedIn}`, filedIn)]),
    ...originFaults(content, (country) => numberTextIn(declarations, country, one) !== null),
    ...figures.notices.flatMap(({ code, message }) => (code === 'EXCHANGE_RATE_MISSING' ? [message] : [])),
    ...formatOf(content).faultsOf(content),
  ];
  if (messages.length > 0) throw incomplete(messages);
  return writtenFile(content);
}

/** A placeholder for a missing number, so that the rest can be checked. */
const anyNumber: ShopNumber = { prefix: '', digits: '000000000' };

function incomplete(messages: readonly string[]): AppError {
  const issues = messages.map((message): Issue => ({ path: [], code: 'RETURN_INCOMPLETE', message }));
  return new AppError('RETURN_INCOMPLETE', messages.join(' '), { issues });
}

const missingNumber = (what: string, country: string) =>
  `${what} is missing or invalid. Set number in the registration there (PUT /v1/nexus/place/${country}).`;

/** Establishments without a VAT number, and invalid numbers. */
function originFaults({ supplies }: ShopContent, isNumbered: (country: string) => boolean): string[] {
  const places = supplies.flatMap(({ origin }) =>
    origin?.number === null && (origin.isEstablishment || isNumbered(origin.country)) ? [origin.country] : [],
  );
  return [...new Set(places)].map((place) => missingNumber(`Your VAT number in ${place}`, place));
}

const isInPeriod = ({ validFrom, validThrough }: NexusRegistration, { from, to }: ReportPeriod) =>
  validFrom <= to && (validThrough === null || validThrough >= from);

function registrationsIn(declarations: readonly NexusDeclaration[], country: string, period: ReportPeriod) {
  return declarations
    .filter((one) => one.country === country)
    .flatMap(({ registrations }) => registrations.filter((one) => isInPeriod(one, period)));
}

/** The Union scheme uses the VAT number of the member state: article 369d. */
const numberedIn = ({ scheme, country }: ShopKey) => (scheme === 'UNION_ONE_STOP_SHOP' ? country : null);

/** The last number of the scheme in the period or, for the Union scheme, of the standard registration if only that is valid. */
export function shopNumber(
  reference: ReferenceData,
  declarations: readonly NexusDeclaration[],
  key: ShopKey,
): string | null {
  const registrations = registrationsIn(declarations, key.country, key);
  const schemes = key.scheme === 'UNION_ONE_STOP_SHOP' ? ([key.scheme, 'STANDARD'] as const) : [key.scheme];
  const numbers = schemes.flatMap((scheme) =>
    registrations.flatMap((one) => (schemeOf(one) === scheme && one.number !== null ? one.number : [])).slice(-1),
  );
  return numbers.find((one) => numberFrom(reference, one, numberedIn(key)) !== null) ?? numbers[0] ?? null;
}

/**
 * A VAT number of the country, or any number if `country` is null. Returns null if the number is missing or invalid.
 */
function numberFrom(reference: ReferenceData, text: string | null, country: string | null): ShopNumber | null {
  if (text === null || text.trim() === '') return null;
  if (country === null) {
    const digits = plainNumber(text);
    return /^[A-Z0-9]{1,15}$/.test(digits) ? { prefix: '', digits } : null;
  }
  const check = reference.checkTaxNumber(text, country);
  if (!check?.isValid || check.country !== country) return null;
  const prefix = reference.taxNumberFormat(country)?.prefix ?? '';
  return { prefix, digits: check.number.startsWith(prefix) ? check.number.slice(prefix.length) : check.number };
}

/** Northern Ireland is declared as part of the United Kingdom. */
const inNexus = (country: string) => (country === northernIreland.code ? northernIreland.country : country);

function numberTextIn(declarations: readonly NexusDeclaration[], country: string, period: ReportPeriod): string | null {
  const registrations = registrationsIn(declarations, inNexus(country), period);
  return registrations.flatMap((one) => (schemeOf(one) === 'STANDARD' ? (one.number ?? []) : [])).at(-1) ?? null;
}

function factsOf(reference: ReferenceData, declarations: readonly NexusDeclaration[], period: ReportPeriod): ShopFacts {
  return {
    isMemberState: (country) => reference.countryFacts(country)?.isInEu === true,
    isEstablishedIn: (country) =>
      registrationsIn(declarations, country, period).some(({ hasFixedEstablishment }) => hasFixedEstablishment),
    numberIn: (country) => numberFrom(reference, numberTextIn(declarations, country, period), country),
    isStandardRate: (country, rate) =>
      standardRates(reference, inNexus(country), period).some((one) => one.eq(decimal(rate))),
  };
}

/** The general rates of the country and its regions on the first and last day. */
function standardRates(reference: ReferenceData, country: string, { from, to }: ReportPeriod) {
  const found = reference.jurisdictions({ country, subdivision: null, level: null, ids: null });
  return found.flatMap(({ key }) =>
    [from, to].flatMap((day) => reference.jurisdictionRate(key, day)?.rate?.rate ?? []),
  );
}
