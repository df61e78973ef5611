import { stdnum } from 'stdnum';

/*
 * Checksums that the package stdnum (1.12.0) computes incorrectly, lacks, or applies too narrowly. Each takes a number
 * with a valid format, without its prefix.
 */

/**
 * Company numbers have 9 digits and can start with any digit (831642181 exists). Numbers with 10 digits are of three
 * types.
 */
export function isBulgarian(body: string): boolean {
  if (body.length === 10) return isBulgarianPerson(body);
  const digits = body.slice(0, 8);
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first < 10 ? first : weighted(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11;
  return check % 10 === Number(body[8]);
}

/** A number of a citizen, a foreigner, or another entity. The package inverts the check of the last type. */
function isBulgarianPerson(body: string): boolean {
  const other = 11 - (weighted(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  const isOther = other !== 10 && other % 11 === Number(body[9]);
  return stdnum.BG!.egn!.validate(body).isValid || stdnum.BG!.pnf!.validate(body).isValid || isOther;
}

/**
 * Nine-digit numbers that begin with 6 have a check digit over the seven digits in between, but the package includes
 * the first digit.
 */
export function isCzech(body: string): boolean {
  if (body.length !== 9 || !body.startsWith('6')) return stdnum.CZ!.dic!.validate(body).isValid;
  const sum = weighted(body.slice(1, 8), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return (18 - ((21 - sum) % 11)) % 10 === Number(body[8]);
}

/** Personal codes issued since 2017 begin with 32 to 39 and contain no date of birth, although the package expects one. */
export function isLatvian(body: string): boolean {
  if (!/^3[2-9]/.test(body)) return stdnum.LV!.pvn!.validate(body).isValid;
  return ((1 + weighted(body, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(body[10]);
}

/** The last two digits are a serial number of the taxpayer's registrations (01 to 94), but the package requires 01. */
export function isSwedish(body: string): boolean {
  return hasLuhnDigit(body.slice(0, 10));
}

/** The third digit is the type of taxpayer; the package expects it first. */
export function isSlovak(body: string): boolean {
  return Number(body) % 11 === 0;
}

/** Since 2023, the sum only needs to be divisible by five. */
export function isTaiwanese(body: string): boolean {
  const weights = [1, 2, 1, 2, 1, 2, 4, 1];
  const sum = [...body].map((digit, place) => sumOfDigits(Number(digit) * weights[place]!)).reduce((a, b) => a + b, 0);
  return sum % 5 === 0 || (body[6] === '7' && (sum + 1) % 5 === 0);
}

/** The package stops at the prefix 21, but 22 has been issued since. */
export function isUruguayan(body: string): boolean {
  const rest = weighted(body, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return (11 - rest) % 11 === Number(body[11]);
}

/** ISO/IEC 7812-1, annex B. */
export function hasLuhnDigit(digits: string): boolean {
  const places = [...digits].reverse();
  const sum = places.reduce((sum, digit, place) => sum + sumOfDigits(Number(digit) * (place % 2 === 0 ? 1 : 2)), 0);
  return sum % 10 === 0;
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);
}

function sumOfDigits(number: number): number {
  return Math.floor(number / 10) + (number % 10);
}
