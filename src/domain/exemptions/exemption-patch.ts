import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Issue, invalidInput } from '../base/errors.ts';
import { readOnlyField, readOnlyFields } from '../base/fields.ts';
import { underFractionName } from '../base/fraction-names.ts';
import { issuesOf } from '../base/parse-input.ts';
import { patchOf } from '../base/patch-of.ts';
import { isPlainObject, mergePatch, withoutNulls } from '../base/plain-object.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import { type Exemption, shownStatus } from './exemption.ts';
import { exemptionFields, findNamedState } from './exemption-input.ts';
import { reasonNamed } from './exemption-reason.ts';
import { checkTerms, type ExemptionTerms, exemptionTerms, statusNamed, termsFields } from './exemption-terms.ts';

/** The fields that can be patched. */
export const exemptionPatch = patchOf(exemptionFields.shape.exemption).extend({
  ...readOnlyFields,
  place: readOnlyField,
  certificateStatus: readOnlyField,
  hasFile: readOnlyField,
  customer: readOnlyField,
});
export type ExemptionPatch = z.output<typeof exemptionPatch>;

const patchedTerms = z.preprocess(withoutNulls, z.object(termsFields).superRefine(checkTerms));

/**
 * The terms of an exemption with a JSON merge patch applied; throws `INVALID_INPUT` or `KEY_MISMATCH`, with all issues.
 */
export function patchTerms(matcher: AddressMatcher, stored: Exemption, patch: ExemptionPatch): ExemptionTerms {
  const { customerId, country, state, place, certificateStatus, hasFile, customer: _, ...sent } = patch;
  const { exemptionStatus, sentStatus, exemptionReason, ...terms } = sentTerms(stored);
  // `status` and `exemptionStatus` have the same meaning, so a patch to either replaces both stored values.
  const {
    status: newStatus = shownStatus(stored),
    exemptionStatus: newExemptionStatus = exemptionStatus,
    ...others
  } = sent;
  const isStatusKept = newExemptionStatus === exemptionStatus && isDeepStrictEqual(newStatus, shownStatus(stored));
  const status = isStatusKept ? { exemptionStatus, status: sentStatus } : {};
  const changes = isStatusKept ? others : sent;
  // A reason derived from the classification changes with the classification.
  const isReasonNamed = exemptionReason === reasonNamed(stored.classification?.code) && 'classification' in changes;
  const merged = mergePatch(
    { ...terms, ...status, ...(!isReasonNamed && { exemptionReason }) },
    underFractionName(changes, 'exemptFraction'),
  );
  const parsed = patchedTerms.safeParse(merged);
  const issues = [...keyIssues(matcher, stored, patch), ...statusIssues(patch)];
  if (!parsed.success) issues.push(...issuesOf(parsed.error));
  if (!parsed.success || issues.length > 0) throw invalidInput(issues);
  return exemptionTerms(parsed.data);
}

/** The current terms, as the base of a patch and to detect whether a patch changes anything. */
export function sentTerms(stored: Exemption): ExemptionTerms {
  const { classification, validationDates, certificate, exemptionType, exemptionStatus } = stored;
  const { sentStatus, exemptFraction, reducedRate, taxCodes, validFrom, validThrough } = stored;
  return {
    exemptionReason: stored.exemptionReason,
    classification,
    validationDates,
    certificate,
    exemptionType,
    exemptionStatus,
    sentStatus,
    exemptFraction,
    reducedRate,
    taxCodes,
    validFrom,
    validThrough,
  };
}

/** The customer and the place of an exemption cannot change, but may be sent unchanged. */
function keyIssues(matcher: AddressMatcher, stored: Exemption, patch: ExemptionPatch): Issue[] {
  const { customerId, country, state } = patch;
  const isSame = {
    customerId: customerId === undefined || isText(customerId, (text) => text.toLowerCase() === stored.customerId),
    country: country === undefined || isText(country, (text) => matcher.findCountry(text) === stored.country),
    state: state === undefined || stateCodeIn(matcher, stored.country, state) === stored.state,
  };
  return (['customerId', 'country', 'state'] as const)
    .filter((field) => !isSame[field])
    .map((field) => ({
      path: [field],
      code: 'KEY_MISMATCH',
      message: `${field} of an exemption cannot be changed. Cancel this exemption and create another.`,
    }));
}

function stateCodeIn(matcher: AddressMatcher, country: string, state: unknown): string | null | undefined {
  return isPlainObject(state) ? findNamedState(matcher, country, state)?.code : null;
}

function isText(value: unknown, holds: (text: string) => boolean): boolean {
  return typeof value === 'string' && holds(value);
}

function statusIssues({ status, exemptionStatus }: ExemptionPatch): Issue[] {
  const named = statusNamed(isPlainObject(status) ? status : null);
  if (named === undefined || exemptionStatus === undefined || exemptionStatus === named) return [];
  const message = 'status and exemptionStatus differ; send one of them.';
  return [{ path: ['status'], code: 'CONTRADICTION', message }];
}
