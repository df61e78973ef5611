import { describe, expect, it } from 'vitest';
import { declaredBasis, declaredBasisAt } from '../../../src/domain/nexus/declared-basis.ts';
import { aNexusDeclaration } from '../../support/records.ts';

const open = (validFrom: string, validThrough: string | null = null) => ({ validFrom, validThrough });
const registration = (validFrom: string, validThrough: string | null = null) =>
  ({ ...open(validFrom, validThrough), number: '1', scheme: 'STANDARD' }) as const;
const nothing = { physicalNexus: [], economicNexus: [], registrations: [] };

describe('what a seller collects by', () => {
  it.each([
    [{}, { kind: 'NOTHING_DECLARED' }],
    [{ registrations: [registration('2026-06-15')] }, { kind: 'REGISTRATION', validFrom: '2026-06-15', number: '1' }],
    [{ registrations: [registration('2026-06-16')] }, { kind: 'NOT_YET', validFrom: '2026-06-16' }],
    [{ registrations: [registration('2026-01-01', '2026-06-14')] }, { kind: 'ENDED', validThrough: '2026-06-14' }],
    [
      { registrations: [registration('2025-01-01', '2025-12-31'), registration('2026-07-01')] },
      { kind: 'NOT_YET', validFrom: '2026-07-01' },
    ],
    [
      { registrations: [registration('2026-07-01')], economicNexus: [open('2026-05-01')] },
      { kind: 'ECONOMIC_NEXUS', validFrom: '2026-05-01' },
    ],
    [
      { economicNexus: [open('2026-05-01', '2026-05-31')], physicalNexus: [{ ...open('2026-04-01'), note: null }] },
      { kind: 'PHYSICAL_NEXUS', validFrom: '2026-04-01' },
    ],
    [
      { registrations: [{ ...registration('2026-01-01'), scheme: 'UNION_ONE_STOP_SHOP' }] },
      { kind: 'NOTHING_DECLARED' },
    ],
  ] as const)('%j: %j', (terms, expected) => {
    expect(declaredBasis({ ...nothing, ...terms }, '2026-06-15')).toEqual(expected);
  });

  it('is declared for the place itself', () => {
    const declared = [aNexusDeclaration({ country: 'CA', state: 'CA-QC' })];
    expect(declaredBasisAt(declared, { country: 'CA', state: 'CA-QC' }, '2026-06-15').kind).toBe('REGISTRATION');
    expect(declaredBasisAt(declared, { country: 'CA', state: null }, '2026-06-15').kind).toBe('NOTHING_DECLARED');
  });
});
