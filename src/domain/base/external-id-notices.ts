import type { Notice } from '../../tax/model/assessment.ts';

/** Notices for an id that is easily confused with another id. */
export function externalIdNotices({ externalId }: { readonly externalId: string }): Notice[] {
  const oddities = [
    ...(externalId.trim() === externalId ? [] : ['begins or ends with a space']),
    ...(externalId.normalize('NFC') === externalId ? [] : ['is not in Unicode form NFC']),
  ];
  if (oddities.length === 0) return [];
  const message = `The externalId ${JSON.stringify(externalId)} ${oddities.join(' and ')}. It is kept as submitted and differs from the normalized id.`;
  return [{ code: 'EXTERNAL_ID_UNUSUAL', pointer: '/externalId', message }];
}
