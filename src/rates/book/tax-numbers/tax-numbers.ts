import type { TaxNumberCheck, TaxNumberFormat } from '../../../domain/tax-numbers/tax-number-format.ts';
import { checksumOf } from './tax-number-checksums.ts';
import {
  compactTaxNumber,
  issuerFor,
  prefixCode,
  spellingsWithoutPrefix,
  spellingsWithPrefix,
  writtenPrefix,
} from './tax-number-spellings.ts';

type Issuer = { readonly country: string; readonly format: TaxNumberFormat; readonly patterns: readonly RegExp[] };
type Reading = { readonly issuer: Issuer; readonly spellings: readonly string[] };
type CheckTaxNumber = (text: string, country: string | null) => TaxNumberCheck | null;

/**
 * Parses tax numbers in any usual spelling and checks their format and checksum, without querying a register. `country`
 * (alpha-2) replaces a missing prefix. The prefix of another country takes precedence if the number is not valid for
 * `country`. Null if the country or the format of its numbers is unknown.
 */
export function makeCheckTaxNumber(formats: ReadonlyMap<string, TaxNumberFormat>): CheckTaxNumber {
  const byCountry = new Map<string, Issuer>();
  const byPrefix = new Map<string, Issuer>();
  for (const [country, format] of formats) {
    const issuer = { country, format, patterns: format.patterns.map((pattern) => new RegExp(pattern)) };
    byCountry.set(country, issuer);
    const prefix = prefixCode(format);
    if (prefix !== null && !byPrefix.has(prefix)) byPrefix.set(prefix, issuer);
  }
  return (text, country) => {
    const compact = compactTaxNumber(text);
    const written = writtenPrefix(compact);
    const own = country === null ? null : (byCountry.get(issuerFor(country)) ?? null);
    const prefixed = written === null ? null : (byPrefix.get(written) ?? null);
    const named = prefixed ?? (written === null ? null : (byCountry.get(issuerFor(written)) ?? null));
    return bestOf(readings(compact, own, named)) ?? formatIssue(compact, own, prefixed);
  };
}

/**
 * The possible readings of the number, most likely first: a French letter key may look like another country's prefix.
 */
function readings(compact: string, own: Issuer | null, named: Issuer | null): readonly Reading[] {
  const withPrefix = (issuer: Issuer | null): Reading[] =>
    issuer ? [{ issuer, spellings: spellingsWithPrefix(issuer.country, issuer.format, compact) }] : [];
  const supplied = own ? [{ issuer: own, spellings: spellingsWithoutPrefix(own.format, compact) }] : [];
  return [...withPrefix(own), ...withPrefix(named), ...supplied];
}

/** The first reading with a valid format and checksum, otherwise the first reading with a valid format. */
function bestOf(candidates: readonly Reading[]): TaxNumberCheck | null {
  const fitting = candidates.flatMap((reading) => judged(reading) ?? []);
  return fitting.find(({ isValid }) => isValid) ?? fitting[0] ?? null;
}

function judged({ issuer, spellings }: Reading): TaxNumberCheck | null {
  const { country, format, patterns } = issuer;
  const number = spellings.find((spelling) => patterns.some((pattern) => pattern.test(spelling)));
  // Zeros satisfy many checksums but are never issued.
  if (number === undefined || !/[1-9]/.test(number)) return null;
  const checksum = checksumOf(country, number, format.prefix);
  const isValid = checksum !== false;
  return { country, number, isValid, issue: isValid ? null : 'CHECKSUM', hasChecksum: checksum !== null };
}

function formatIssue(compact: string, own: Issuer | null, prefixed: Issuer | null): TaxNumberCheck | null {
  const issuer = prefixed ?? own;
  if (!issuer) return null;
  const { country, format } = issuer;
  const [withPrefix] = spellingsWithPrefix(country, format, compact);
  const number = withPrefix ?? spellingsWithoutPrefix(format, compact)[0] ?? compact;
  return { country, number, isValid: false, issue: 'FORM', hasChecksum: false };
}
