import { formatArgument, formatted, plainWithoutArguments } from '../base/amount-format.ts';
import type { Types } from '../base/builder.ts';
import type { CalculatedDocument } from './snapshot.ts';

type DocumentAmount =
  | 'taxableItemsAmount'
  | 'tangibleItemsAmount'
  | 'totalItemsAmount'
  | 'totalDiscount'
  | 'finalTransactionAmount';

/** An amount that every document has, in its currency. */
export function documentAmount(
  t: PothosSchemaTypes.InterfaceFieldBuilder<Types, CalculatedDocument>,
  name: DocumentAmount,
  description: string,
) {
  return t.field({
    type: 'Decimal',
    description,
    args: formatArgument(),
    extensions: plainWithoutArguments,
    resolve: (document, { format }) => formatted(document[name], { format, currency: document.currency }),
  });
}
