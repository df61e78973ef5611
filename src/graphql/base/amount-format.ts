import { paddedAmount } from '../../domain/base/currency.ts';
import { builder } from './builder.ts';

type AmountFormat = 'PLAIN' | 'CURRENCY';

const AmountFormatEnum = builder.enumType('AmountFormat', {
  description: 'How many decimal places an amount is written with. The value is the same.',
  values: {
    PLAIN: { value: 'PLAIN', description: 'As many as the value needs: `"259.2"`.' },
    CURRENCY: { value: 'CURRENCY', description: 'At least as many as the currency has: `"259.20"` USD, `"259"` JPY.' },
  } satisfies Record<AmountFormat, { value: AmountFormat; description: string }>,
});

/** The `format` argument of an amount whose currency is known. */
export function formatArgument() {
  return builder.args((t) => ({
    format: t.field({
      type: AmountFormatEnum,
      required: true,
      defaultValue: 'PLAIN',
      description: 'Decimal places of the amount.',
    }),
  }));
}

/** Marks a field that is the property with its name unless it has arguments. Compiled queries then skip its resolver. */
export const plainWithoutArguments = { isPlainWithoutArguments: true } as const;

export function formatted<Amount extends string>(
  amount: Amount,
  { format, currency }: { readonly format: AmountFormat; readonly currency: string },
): string {
  return format === 'PLAIN' ? amount : paddedAmount(amount, currency);
}
