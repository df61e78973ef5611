import { signal } from '@preact/signals';

// Amounts, numbers and dates as English readers expect them, in their own country's format.

const locale = (globalThis.navigator?.languages ?? []).find((one) => one.startsWith('en')) ?? 'en-US';

const numeric = (text: string): Intl.StringNumericLiteral => text as Intl.StringNumericLiteral;

function remembered<Format>(make: (key: string) => Format): (key: string) => Format {
  const made = new Map<string, Format>();
  return (key) => {
    const format = made.get(key) ?? make(key);
    made.set(key, format);
    return format;
  };
}

const currencies = remembered((currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }));
/** Keyed by currency and number of decimal places, such as `USD 0`. */
const roundedCurrencies = remembered((key) => {
  const [currency, places] = key.split(' ');
  const digits = { minimumFractionDigits: Number(places), maximumFractionDigits: Number(places) };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
});
const compactCurrencies = remembered(
  (currency) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 }),
);
const signedCurrencies = remembered(
  (currency) => new Intl.NumberFormat(locale, { style: 'currency', currency, signDisplay: 'exceptZero' }),
);
const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 12 });
const signedNumbers = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 6 });
const signedPercents = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 6,
  signDisplay: 'exceptZero',
});
const wholePercents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDays = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonths = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const plurals = new Intl.PluralRules('en');
const placeNames = new Intl.DisplayNames('en', { type: 'region' });

/** Formats an exact amount from text, because a number would lose digits. */
export const money = (amount: string, currency: string, places?: number): string =>
  (places === undefined ? currencies(currency) : roundedCurrencies(`${currency} ${places}`)).format(numeric(amount));
/** An amount with a sign, for an increase or a decrease. */
export const signedMoney = (amount: string, currency: string): string =>
  signedCurrencies(currency).format(numeric(amount));
export const compactMoney = (amount: string | number, currency: string): string =>
  compactCurrencies(currency).format(typeof amount === 'number' ? amount : numeric(amount));
export const number = (value: string | number): string =>
  numbers.format(typeof value === 'number' ? value : numeric(value));
export const signedNumber = (value: number): string => signedNumbers.format(value);
/** A fraction as a percentage, written as in the gateway's messages: 0.09025 becomes 9.025 %. */
export const percent = (fraction: string): string => spaced(percents.format(numeric(fraction)));
export const signedPercent = (fraction: string): string => spaced(signedPercents.format(numeric(fraction)));
export const wholePercent = (fraction: string): string => spaced(wholePercents.format(numeric(fraction)));
/** Inserts a non-breaking space, so that the percent sign never starts a line. */
export const spaced = (text: string): string => text.replaceAll(/ ?%/g, '\u00a0%');

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
export const dayText = (day: string): string => days.format(noon(day));
/** A message from the gateway, with dates in the console's format. */
export const withDays = (message: string): string => message.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, dayText);
/** The same, with amounts of this currency: `600.00 USD` becomes `$600.00`. */
export const withAmounts = (message: string, currency: string): string =>
  withDays(message).replaceAll(
    new RegExp(`(-?\\d+(?:\\.(\\d+))?)(…?) ${currency}\\b`, 'g'),
    (_, amount: string, fraction = '', rest) => money(amount, currency, fraction.length) + rest,
  );
/** `Oct 1 – 25`: a range of days within one or more months. */
export const spanText = (from: string, to: string): string => shortDays.formatRange(noon(from), noon(to));
export const longDay = (day: string): string => longDays.format(noon(day));
export const monthText = (month: string): string => months.format(noon(`${month}-15`));
/** A short month such as `Jun 26`, where space is limited. */
export const shortMonth = (month: string): string => shortMonths.format(noon(`${month}-15`));
export const instantText = (instant: string): string => instants.format(new Date(instant));

/** The time of a test tenant’s clock; null for real time. */
export const testClock = signal<string | null>(null);
const clockTime = () => (testClock.value === null ? new Date() : new Date(testClock.value));

/** Today in the reader's time zone. */
export function today(now = clockTime()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Today in UTC, for days that the gateway counts in UTC. */
export const utcToday = (now = clockTime()): string => now.toISOString().slice(0, 10);

/** The days of the last twelve months, up to today. */
export function lastTwelveMonths(now = today()): { readonly from: string; readonly to: string } {
  const before = lastDayOf(addMonths(now.slice(0, 7), -12));
  const same = `${before.slice(0, 7)}-${now.slice(8)}`;
  return { from: addDays(same < before ? same : before, 1), to: now };
}

export function isDay(text: string | null | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function addDays(day: string, count: number): string {
  return new Date(noon(day).getTime() + count * 86_400_000).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((noon(to).getTime() - noon(from).getTime()) / 86_400_000);
}

/** `in 5 days`, `tomorrow`, `3 months ago`: coarser for distant days. */
export function distance(day: string, from = today()): string {
  const count = daysBetween(from, day);
  if (Math.abs(count) < 45) return distances.format(count, 'day');
  if (Math.abs(count) < 550) return distances.format(Math.round(count / 30.44), 'month');
  return distances.format(Math.round(count / 365.25), 'year');
}

export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export function lastDayOf(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1);
}

/** The size of a file, such as `340 kB`. */
export function bytesText(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = units[power] ?? 'byte';
  const style = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, style).format(bytes / 1_000 ** power);
}

/** A count with its noun, such as `1 document` or `2,304 documents`. */
export function counted(count: number, one: string, other: string): string {
  return `${number(count)} ${plurals.select(count) === 'one' ? one : other}`;
}

/** The English name of a country by its ISO code, such as `Germany`; the code itself if it is unknown. */
export function countryName(code: string): string {
  try {
    return placeNames.of(code) ?? code;
  } catch {
    return code;
  }
}

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type Validity = { readonly validFrom: string | null; readonly validThrough: string | null };

/** `Jan 1, 2026 – Dec 31, 2026`, `since Jan 1, 2026`, `through Dec 31, 2026`. */
export function validityText({ validFrom, validThrough }: Validity): string {
  if (validFrom !== null && validThrough !== null) return `${dayText(validFrom)} – ${dayText(validThrough)}`;
  if (validFrom !== null) return `since ${dayText(validFrom)}`;
  return validThrough === null ? 'no end date' : `through ${dayText(validThrough)}`;
}
