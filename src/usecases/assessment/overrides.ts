import { forcedExemption } from '../../domain/transactions/evidence.ts';
import { hasOverride, hasReason, withOverrides } from '../../domain/transactions/record/override-record.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import { assess } from '../../tax/assess.ts';
import type { Certificate, DocumentToAssess, Notice, PlaceToAssess } from '../../tax/model/assessment.ts';

/** The certificates that a document's decision about exemptions leaves, or the one that it stands for. */
export function certificatesUnder(
  { exemptionOverride }: TransactionInput,
  own: readonly Certificate[],
  places: readonly PlaceToAssess[],
): readonly Certificate[] {
  if (exemptionOverride === null) return own;
  if (exemptionOverride.kind === 'IGNORE_CERTIFICATES') return [];
  const everything = {
    subdivision: null,
    validFrom: null,
    validThrough: null,
    taxCodes: [],
    relief: { kind: 'full' },
  } as const;
  const countries = new Set(places.map(({ place }) => place.country));
  return [...countries].map((country) => ({ id: forcedExemption, country, ...everything }));
}

export function overrideNotices({ exemptionOverride }: TransactionInput): Notice[] {
  if (exemptionOverride === null) return [];
  const { kind, reason } = exemptionOverride;
  const what =
    kind === 'FORCE_EXEMPT'
      ? 'The document was exempted without a certificate'
      : 'The certificates of the customer were ignored';
  return [{ code: kind, pointer: '/exemptionOverride', message: `${what}, because the document says so: ${reason}` }];
}

/** The document with its overrides; the tax without them is calculated only if there are any. */
export function showOverrides(
  document: TransactionDocument,
  input: TransactionInput,
  toAssess: DocumentToAssess,
  own: readonly Certificate[],
): TransactionDocument {
  const isOverridden = hasOverride(input);
  if (!isOverridden && !hasReason(input)) return document;
  const computed = isOverridden ? assess(withoutOverrides(toAssess, own)) : null;
  return withOverrides(document, input, computed);
}

function withoutOverrides(toAssess: DocumentToAssess, certificates: readonly Certificate[]): DocumentToAssess {
  const { items, shippingFee } = toAssess;
  return {
    ...toAssess,
    certificates,
    items: items.map((item) => ({ ...item, manualRate: null })),
    shippingFee: shippingFee && { ...shippingFee, manualRate: null },
  };
}
