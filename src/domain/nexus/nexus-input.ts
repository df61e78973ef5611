import { z } from 'zod';
import type { Issue } from '../base/errors.ts';
import { absentAsNull, boundedText, dayOfDateInput, readOnlyFields, textFromNumber } from '../base/fields.ts';
import { choiceInput, input, strictInput } from '../base/input.ts';
import { addIssue, issuesOf } from '../base/parse-input.ts';
import { isPlainObject, withoutNulls } from '../base/plain-object.ts';
import type { CountryFacts } from '../lookups/catalogue.ts';
import type { TaxNumberCheck, TaxNumberFormat } from '../tax-numbers/tax-number-format.ts';
import type { NexusPlace, NexusTerms } from './nexus.ts';
import { type NexusPlaceFinder, nexusPlaceFields, nexusPlaceInput } from './nexus-place-input.ts';
import { filingFrequency, type NexusRegistration, type NexusWindow, registrationScheme } from './nexus-record.ts';
import { isImportNumber } from './one-stop-shop.ts';

const windowFields = {
  validFrom: dayOfDateInput.meta({ description: 'First day, in ISO 8601, such as 2026-01-01.' }),
  validThrough: dayOfDateInput.optional().meta({
    description: 'Last day, in ISO 8601, such as 2026-12-31. Default: no last day.',
  }),
};

const mostWindows = 100;
const longestNote = 1_000;

const physicalNexus = strictInput('PhysicalNexusInput', 'A physical presence in a place.', {
  ...windowFields,
  note: absentAsNull(boundedText(0, longestNote)).meta({
    description: 'Free-text note on the presence, such as goods in a warehouse.',
  }),
}).superRefine(checkWindow, { when: () => true });
const economicNexus = strictInput(
  'EconomicNexusInput',
  'Nexus based on sales, as approved by the seller.',
  windowFields,
).superRefine(checkWindow, { when: () => true });
const registration = strictInput('RegistrationInput', 'A registration with a tax authority.', {
  ...windowFields,
  number: absentAsNull(textFromNumber(100)).meta({ description: 'Number assigned by the tax authority.' }),
  filingFrequency: choiceInput(filingFrequency).optional().meta({
    description: 'Filing frequency assigned by the authority. Default: MONTHLY.',
  }),
  filingDueDay: z.int().min(1).max(31).optional().meta({
    description:
      'Day on which the return is due, in the month after the period; 31 means the last day. Default: the statutory day, if known.',
  }),
  hasFixedEstablishment: z.boolean().optional().meta({
    description:
      'Whether you have a fixed establishment in the country: staff and equipment of your own that can supply services. A warehouse is not enough. Only for a STANDARD registration in the EU. Default: false.',
  }),
  scheme: choiceInput(registrationScheme).default('STANDARD').meta({
    description:
      'Scheme of the registration. UNION_ONE_STOP_SHOP, NON_UNION_ONE_STOP_SHOP and IMPORT_ONE_STOP_SHOP cover consumers in the whole EU. Default: STANDARD.',
  }),
}).superRefine(checkWindow, { when: () => true });

/** All declarations for a place; absent means not declared. */
const declared = {
  physicalNexus: windowsOf(physicalNexus).meta({
    description: 'Periods of physical presence: a list, or a single period. Default: none.',
  }),
  economicNexus: windowsOf(economicNexus).meta({
    description: 'Periods of approved economic nexus: a list, or a single period. Default: none.',
  }),
  registrations: windowsOf(registration, ({ scheme }) => scheme).meta({
    description: 'Periods of registration with the tax authority: a list, or a single period. Default: none.',
  }),
};
const { internalTimestamps } = readOnlyFields;
export const nexusFields = z.object({ ...declared, createdAt: internalTimestamps, updatedAt: internalTimestamps });

/** The place and all declarations for it, as in GraphQL. */
export const declaredNexusFields = input(
  'UpsertNexusInput',
  'The complete declaration for a place. An omitted list is stored as empty.',
  { ...nexusPlaceFields.shape, ...declared },
);

const termsInput = z.preprocess(
  withoutNulls,
  nexusFields.transform(
    (sent): NexusTerms => ({
      physicalNexus: sent.physicalNexus.map(({ note, ...window }) => ({ ...asWindow(window), note })),
      economicNexus: sent.economicNexus.map(asWindow),
      registrations: sent.registrations.map(
        ({ number, scheme, filingFrequency, filingDueDay, hasFixedEstablishment, ...window }) => ({
          ...asWindow(window),
          number: number?.trim() || null,
          scheme,
          ...(filingFrequency && { filingFrequency }),
          ...(filingDueDay !== undefined && { filingDueDay }),
          ...(hasFixedEstablishment && { hasFixedEstablishment }),
        }),
      ),
    }),
  ),
);

export type NexusBook = NexusPlaceFinder & TaxNumberBook;

/** A place and all declarations for it. Issues with the place and with the declarations are reported together. */
export function nexusInput(book: () => NexusBook) {
  const placeInput = nexusPlaceInput(book);
  return z.unknown().transform((sent, ctx): NexusInput => {
    const place = placeInput.safeParse(sent);
    const declared = termsInput.safeParse(sent);
    const issues = [place, declared].flatMap(({ error }) => (error ? issuesOf(error) : []));
    if (place.success && declared.success) {
      issues.push(...registrationIssues(place.data, declared.data.registrations, book()));
      if (issues.length === 0) return { place: place.data, terms: declared.data };
    }
    for (const issue of issues) addIssue(ctx, issue);
    return z.NEVER;
  });
}

export type NexusInput = { readonly place: NexusPlace; readonly terms: NexusTerms };

/** Windows in any order, or a single window; windows in one group must not overlap. Returned oldest first. */
function windowsOf<Window extends SentWindow>(
  window: z.ZodType<Window>,
  groupOf: (window: Window) => string = () => '',
) {
  const list = z
    .array(window)
    .max(mostWindows)
    .superRefine((windows, ctx) => {
      for (const { index, before } of overlaps(windows, groupOf)) {
        const message = `validFrom is within the period at index ${before}: periods of one kind must not overlap.`;
        addIssue(ctx, { path: [index, 'validFrom'], code: 'OVERLAP', message });
      }
    })
    .transform((windows) => windows.toSorted(byStart));
  return z.preprocess((sent) => (typeof sent === 'object' && !Array.isArray(sent) ? [sent] : sent), list).prefault([]);
}

function overlaps<Window extends SentWindow>(windows: readonly Window[], groupOf: (window: Window) => string) {
  const placed = windows.map((window, index) => ({ window, index })).sort((a, b) => byStart(a.window, b.window));
  return placed.flatMap(({ window, index }, position) => {
    const before = placed.slice(0, position).findLast((other) => groupOf(other.window) === groupOf(window));
    const lastDay = before?.window.validThrough;
    const isFree = !before || (lastDay !== undefined && lastDay < window.validFrom);
    return isFree ? [] : [{ index, before: before.index }];
  });
}

function byStart(one: SentWindow, other: SentWindow): number {
  return one.validFrom < other.validFrom ? -1 : one.validFrom > other.validFrom ? 1 : 0;
}

type SentWindow = { readonly validFrom: string; readonly validThrough?: string | undefined };

function asWindow({ validFrom, validThrough }: SentWindow): NexusWindow {
  return { validFrom, validThrough: validThrough ?? null };
}

/** Reports a period whose last day is before its first day. */
function checkWindow(sent: SentWindow, ctx: z.core.$RefinementCtx): void {
  if (!isPlainObject(sent) || ctx.issues.length > 0) return;
  const { validFrom, validThrough } = sent;
  if (validThrough === undefined || validThrough >= validFrom) return;
  const message = 'validThrough must not be before validFrom.';
  addIssue(ctx, { path: ['validThrough'], code: 'OUT_OF_RANGE', message });
}

/** The part of the rate book that checks tax numbers. */
type TaxNumberBook = {
  countryFacts(country: string): CountryFacts | null;
  taxNumberFormat(country: string): TaxNumberFormat | null;
  checkTaxNumber(text: string, country: string | null): TaxNumberCheck | null;
};

/** Rejects registrations that cannot exist in a place. Numbers are checked only if their format is known. */
function registrationIssues(
  place: NexusPlace,
  registrations: readonly NexusRegistration[],
  book: TaxNumberBook,
): Issue[] {
  return registrations.flatMap(({ scheme, number, hasFixedEstablishment }, index): Issue[] => {
    const issueAt = (field: string, code: string, message: string): Issue[] => [
      { path: ['registrations', index, field], code, message },
    ];
    const isInEu = place.country !== 'US' && book.countryFacts(place.country)?.isInEu === true;
    if (scheme !== 'STANDARD' && !isInEu) {
      return issueAt('scheme', 'INVALID_VALUE', 'Only an EU country can have a one-stop-shop registration.');
    }
    if (hasFixedEstablishment && (scheme !== 'STANDARD' || !isInEu)) {
      const message =
        'Only a STANDARD registration in the EU can have a fixed establishment. Omit hasFixedEstablishment for other registrations.';
      return issueAt('hasFixedEstablishment', 'INVALID_VALUE', message);
    }
    if (number === null || isNumberOf(place, number, scheme, book)) return [];
    return issueAt(
      'number',
      'INVALID_FORMAT',
      `${JSON.stringify(number)} is not a valid tax number for ${place.country}.`,
    );
  });
}

/** The number formats of states and provinces are unknown and not checked. */
function isNumberOf({ country, state }: NexusPlace, number: string, scheme: string, book: TaxNumberBook): boolean {
  if (state !== null || book.taxNumberFormat(country) === null) return true;
  if (scheme !== 'STANDARD' && isImportNumber(number)) return true;
  const check = book.checkTaxNumber(number, country);
  const issuers = [country, ...(scheme === 'STANDARD' ? [] : ['EU']), ...(country === 'GB' ? ['XI'] : [])];
  return check?.isValid === true && issuers.includes(check.country);
}
