import type { Assessment, Notice } from '../../tax/model/assessment.ts';

/** The notices of lines that are untaxed only because the document says so. */
export function declaredNotices({ items, shippingFee }: Assessment): Notice[] {
  return [
    ...items.flatMap(({ reason }, index) => (reason === declared ? [notTaxable(`/items/${index}`)] : [])),
    ...(shippingFee?.reason === declared ? [notTaxable('/shippingFee')] : []),
  ];
}

const declared = 'SENT_AS_NOT_TAXABLE';

function notTaxable(line: string): Notice {
  const message =
    'Not taxed, because the line was sent with taxableCategory NOT_TAXABLE, whatever the law says. Leave the field out to have the law decide.';
  return { code: declared, pointer: `${line}/taxableCategory`, message };
}
