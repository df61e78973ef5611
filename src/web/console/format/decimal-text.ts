// Exact sums and differences of amounts, which arrive as decimal text. Numbers are used only for bar lengths.

type Parts = { readonly units: bigint; readonly places: number };

function read(text: string): Parts {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return { units: BigInt(`${sign}${whole}${fraction}`), places: fraction.length };
}

function write(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const text = places === 0 ? whole : `${whole}.${digits.slice(-places)}`;
  return units < 0n ? `-${text}` : text;
}

const scaled = ({ units, places }: Parts, to: number) => units * 10n ** BigInt(to - places);

export function add(...amounts: readonly string[]): string {
  const parts = amounts.map(read);
  const places = Math.max(0, ...parts.map((part) => part.places));
  return write(
    parts.reduce((sum, part) => sum + scaled(part, places), 0n),
    places,
  );
}

export const negated = (amount: string): string => write(-read(amount).units, read(amount).places);
export const subtract = (from: string, amount: string): string => add(from, negated(amount));
export const isZero = (amount: string): boolean => read(amount).units === 0n;
export const isNegative = (amount: string): boolean => read(amount).units < 0n;
/** The API returns positive refund amounts; lists subtract them. */
export const signedAmount = (transactionType: string, amount: string): string =>
  transactionType.endsWith('REFUND') && !isZero(amount) ? negated(amount) : amount;
export const compare = (one: string, other: string): number => {
  const { units } = read(subtract(one, other));
  return units === 0n ? 0 : units < 0n ? -1 : 1;
};

/** The totals of amounts, by currency. */
export function totals(amounts: readonly (readonly [currency: string, amount: string])[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [currency, amount] of amounts) found.set(currency, add(found.get(currency) ?? '0', amount));
  return found;
}

/** A percentage as a fraction: 12.5 becomes 0.125. */
export function dividedBy100(percentage: string): string {
  const { units, places } = read(percentage);
  return write(units, places + 2);
}

/** Normalizes `1,000.50` and `19,90` to a decimal point: a comma or space before three digits separates thousands. */
export function withPoint(text: string): string {
  const amount = text.trim().replace('−', '-');
  if (/^-?\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?$/.test(amount)) return amount.replaceAll(/[,\s]/g, '');
  return amount.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
}

/** An amount as decimal text; null if empty, undefined if the text is not an amount. */
export function readAmount(text: string): string | null | undefined {
  const amount = withPoint(text);
  if (amount === '') return null;
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(amount) ? amount : undefined;
}
