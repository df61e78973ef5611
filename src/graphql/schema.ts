import type { GraphQLSchema } from 'graphql';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Inputs } from '../domain/inputs.ts';
import { addAccount } from './account.ts';
import { addAddresses } from './address.ts';
import { addBatchOutcome } from './batch-outcome.ts';
import { createBuilder } from './builder.ts';
import { addCalculatedDocument } from './calculated-document.ts';
import { addCalculations } from './calculations.ts';
import { addConnections } from './connection.ts';
import { type GraphqlContext, sessionOf } from './context.ts';
import { addCustomer } from './customer.ts';
import { addCustomerOperations } from './customer-operations.ts';
import { addEnums } from './enums.ts';
import { addErrors } from './errors.ts';
import { addExemption } from './exemption.ts';
import { addExemptionOperations } from './exemption-operations.ts';
import { addFiling } from './filing.ts';
import { addLines } from './line.ts';
import { addLists } from './lists.ts';
import { addLookups } from './lookups.ts';
import { addMatchedAddress } from './matched-address.ts';
import { addNexus } from './nexus.ts';
import { addNodes } from './node.ts';
import { addNotice } from './notice.ts';
import { addRates } from './rates.ts';
import { addRecordNames } from './record-name.ts';
import { addScalars } from './scalars.ts';
import { addTaxNumber } from './tax-number.ts';
import { addTaxNumberChecks } from './tax-number-checks.ts';
import { addTimestamps } from './timestamps.ts';
import { addToken } from './token.ts';
import { addTrace } from './trace.ts';
import { addTransaction } from './transaction.ts';
import { addTransactionChanges } from './transaction-changes.ts';
import { addTransactionOperations } from './transaction-operations.ts';

export type SchemaDependencies = { readonly inputs: Inputs; readonly authenticator: Authenticator };

/** The whole API; built once, at the start. */
export function createSchema({ inputs, authenticator }: SchemaDependencies): GraphQLSchema {
  const builder = createBuilder();
  builder.queryType({ description: 'Reading, and trying out.' });
  builder.mutationType({
    description: 'Changing. Every mutation takes one `input`, and answers what it changed or one of its typed errors.',
  });
  addScalars(builder);
  addErrors(builder);
  const enums = addEnums(builder);
  const timestamps = addTimestamps(builder);
  const addresses = addAddresses(builder);
  const nodes = addNodes(builder);
  const connections = addConnections(builder);
  const names = addRecordNames(builder);
  const notice = addNotice(builder);
  const rates = addRates(builder, enums);
  const lines = addLines(builder, enums, rates, notice);
  const matched = addMatchedAddress(builder, enums);
  const trace = addTrace(builder, { enums, lines });
  const lists = addLists(builder, { connections, enums });
  const parts = {
    addresses,
    batchOutcome: addBatchOutcome(builder),
    connections,
    enums,
    inputs,
    lines,
    lists,
    matched,
    names,
    nodes,
    notice,
    rates,
    timestamps,
    trace,
  };
  addAccount(builder, inputs);
  addToken(builder, authenticator);
  addCustomer(builder, parts);
  addCustomerOperations(builder, parts);
  addExemption(builder, parts);
  addExemptionOperations(builder, parts);
  const calculatedDocument = addCalculatedDocument(builder, parts);
  const calculations = addCalculations(builder, { calculatedDocument, connections });
  addTransaction(builder, { ...parts, calculatedDocument, calculations });
  addTransactionOperations(builder, parts);
  addTransactionChanges(builder, enums);
  addFiling(builder);
  addLookups(builder, parts);
  addNexus(builder, parts);
  addTaxNumberChecks(builder, { ...parts, taxNumber: addTaxNumber(builder, parts) });
  return guarded(builder.toSchema());
}

const openFields: ReadonlySet<string> = new Set(['createToken']);

/** Asks for a token before anything else: who has none learns nothing from the checks of an input. */
function guarded(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve } = field;
      if (!resolve || openFields.has(field.name)) continue;
      field.resolve = (root, args, ctx: GraphqlContext, info) => {
        sessionOf(ctx);
        return resolve(root, args, ctx, info);
      };
    }
  }
  return schema;
}
