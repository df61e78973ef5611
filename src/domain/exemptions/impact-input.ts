import { z } from 'zod';
import { type Issue, invalidInput } from '../base/errors.ts';
import { absentAsNull, dayOfDateInput, serviceIdInput } from '../base/fields.ts';
import { addIssue, issuesOf } from '../base/parse-input.ts';
import { isPlainObject, withoutNulls } from '../base/plain-object.ts';
import { periodIssues } from '../base/report-period.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import { exemptionFields, exemptionInput } from './exemption-input.ts';

const optionalDay = absentAsNull(dayOfDateInput);

const asked = z.object({
  serviceId: absentAsNull(serviceIdInput).meta({
    description: 'serviceId of a stored exemption. Send either this id or exemption.',
  }),
  from: optionalDay.meta({ description: 'First tax date of the invoices, such as 2026-01-01. Default: no limit.' }),
  to: optionalDay.meta({ description: 'Last tax date of the invoices, such as 2026-12-31. Default: no limit.' }),
});

/** The fields as submitted. */
export const impactFields = asked.extend({
  exemption: exemptionFields.shape.exemption.optional().meta({
    description: 'Exemption to examine. To examine an exemption that is not stored, send it with its customer.',
  }),
  states: exemptionFields.shape.states.optional().meta({
    description: 'States of the described exemption. If empty, exemption.state applies.',
  }),
});

/**
 * An exemption, stored or described in the request, and the invoices to examine. Issues with either are reported
 * together.
 */
export function impactInput(matcher: () => AddressMatcher) {
  const described = exemptionInput(matcher);
  const read = z.unknown().transform((sent, ctx) => {
    const base = asked.safeParse(sent);
    const { exemption, states = [] } = isPlainObject(sent) ? sent : {};
    const draft = exemption === undefined ? null : described.safeParse({ exemption, states });
    const issues = [
      ...(base.success ? periodIssues(base.data) : issuesOf(base.error)),
      ...(base.success ? choiceIssues(base.data.serviceId, exemption) : []),
      ...(draft && !draft.success ? issuesOf(draft.error) : []),
    ];
    for (const issue of issues) addIssue(ctx, issue);
    if (issues.length > 0 || !base.success) return z.NEVER;
    return { ...base.data, exemption: draft?.success ? draft.data : null };
  });
  return z.preprocess(withoutNulls, read);
}

function choiceIssues(serviceId: string | null, exemption: unknown): Issue[] {
  if ((serviceId === null) !== (exemption === undefined)) return [];
  const code = serviceId === null ? 'REQUIRED' : 'CONTRADICTION';
  return [{ path: ['serviceId'], code, message: 'Send either the serviceId of a stored exemption, or exemption.' }];
}
export type ImpactInput = z.output<ReturnType<typeof impactInput>>;

/** The error for a certificate with more invoices than one response covers. */
export function tooManyInvoices(count: number, most: number) {
  const message = `The certificate affects ${count} taxed invoices, but at most ${most} can be processed together. Narrow the period with from and to.`;
  return invalidInput([{ path: ['from'], code: 'TOO_LONG', message }]);
}
