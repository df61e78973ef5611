import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import ZodPlugin from '@pothos/plugin-zod';
import type { Address } from '../../domain/base/address.ts';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { issuesOf } from '../../domain/base/input.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { GraphqlContext } from './context.ts';
import type { Upload } from './upload.ts';

type Text = { Input: string; Output: string };

/** What the schema's types are made of: domain records, and text for the scalars. */
export type SchemaShapes = {
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: Text;
    Decimal: Text;
    DateTime: { Input: Date; Output: Date };
    Date: Text;
    UUID: Text;
    CountryCode: Text;
    CurrencyCode: Text;
    Upload: { Input: Upload; Output: never };
  };
  Objects: {
    Address: Address;
    Customer: Customer;
    Exemption: Exemption;
    TaxNumberCheck: TaxNumberCheckRecord;
    Transaction: Transaction;
  };
};

export type Builder = ReturnType<typeof createBuilder>;

/** Errors come first, so that what the validation finds is answered as a type of the union. */
export function createBuilder() {
  return new SchemaBuilder<SchemaShapes>({
    plugins: [ErrorsPlugin, ZodPlugin],
    defaultFieldNullability: false,
    errors: {
      directResult: true,
      defaultUnionOptions: {
        name: ({ fieldName }) => `${fieldName[0]!.toUpperCase()}${fieldName.slice(1)}Result`,
        description: 'What was asked for, or one of the errors that a client is expected to handle.',
      },
    },
    zod: {
      validationError: (error) => (error instanceof AppError ? error : invalidInput(issuesWithinArgument(error))),
    },
  });
}

/** A fault is named by its place in the record that was sent, as in REST, not by the argument that carried it. */
function issuesWithinArgument(error: Parameters<typeof issuesOf>[0]) {
  return issuesOf(error).map((issue) => ({
    ...issue,
    path: issue.path[0] === 'input' ? issue.path.slice(1) : issue.path,
  }));
}
