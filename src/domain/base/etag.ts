import { createHash } from 'node:crypto';

/*
 * Strong entity tags (RFC 9110, 8.8.3) with their quotes. A record's tag consists of the end of its id and its version.
 * The tag costs nothing to compute, and records with the same version rarely share a tag.
 */

type Versioned = { readonly serviceId: string; readonly version: number };

export function recordTag({ serviceId, version }: Versioned): string {
  return `"${shortId(serviceId)}-${version}"`;
}

/** The status of a certificate changes with the day and with its file, while the record stays the same. */
export function exemptionTag(
  { serviceId, version, hasFile }: Versioned & { readonly hasFile: boolean },
  certificateStatus: string,
): string {
  return `"${shortId(serviceId)}-${version}.${certificateStatus}${hasFile ? '.FILE' : ''}"`;
}

/** The full form of a document includes its customer, so its tag changes with the customer. */
export function fullFormTag({ serviceId, version }: Versioned, customer: Versioned): string {
  return `"${shortId(serviceId)}-${version}.${customer.version}"`;
}

type VersionedPlace = { readonly country: string; readonly state: string | null; readonly version: number };

export function nexusTag({ country, state, version }: VersionedPlace): string {
  return `"${state ?? country}-${version}"`;
}

/** Settings have no version. */
export function settingsTag(settings: object): string {
  return contentTag(JSON.stringify(settings));
}

/** The tag of data without a version: a digest of its content. */
export function contentTag(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

function shortId(serviceId: string): string {
  return serviceId.slice(-12);
}

/** The tags in an `If-Match` or `If-None-Match` header, with `W/` before weak tags; `*` matches any record. */
export type TagList = '*' | readonly string[];

const oneTag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
const tagList = new RegExp(`^[\\s,]*${oneTag}(?:\\s*,[\\s,]*${oneTag})*[\\s,]*$`);

/** Null if the header is malformed. */
export function parseTagList(header: string): TagList | null {
  const text = header.trim();
  if (text === '*') return '*';
  return tagList.test(text) ? (text.match(new RegExp(oneTag, 'g')) ?? []) : null;
}

/** The strong comparison of `If-Match`: a weak tag matches nothing. */
export function matchesStrongly(tag: string, list: TagList): boolean {
  return list === '*' || list.includes(tag);
}

/** The weak comparison of `If-None-Match`. */
export function matchesWeakly(tag: string, list: TagList): boolean {
  return list === '*' || list.some((known) => known === tag || known === `W/${tag}`);
}
