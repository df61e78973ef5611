import { z } from 'zod';
import type { Tenant } from '../../domain/account/tenant.ts';
import { type SettingsPatch, settingsPatch } from '../../domain/account/tenant-input.ts';
import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';

const readOnly = z.unknown().optional().meta({ description: 'Read-only: accepted if it is unchanged.' });

/** The body of PATCH: settings, and the read-only fields of GET. */
export const accountPatch = settingsPatch.extend({ tenantId: readOnly, name: readOnly });

export function readAccountPatch({ tenantId, name }: Tenant, body: unknown): SettingsPatch {
  const parsed = accountPatch.safeParse(body);
  if (!parsed.success) throw invalidInput(issuesOf(parsed.error));
  const { tenantId: sentId = tenantId, name: sentName = name, ...patch } = parsed.data;
  const issues = [
    ...(sentId === tenantId ? [] : [unchangeable('tenantId')]),
    ...(sentName === name ? [] : [unchangeable('name')]),
  ];
  if (issues.length > 0) throw invalidInput(issues);
  return patch;
}

function unchangeable(field: string): Issue {
  return { path: [field], code: 'READ_ONLY', message: `${field} cannot be changed; omit it.` };
}
