import type { GraphQLSchema } from 'graphql';
import type { Inputs } from '../domain/inputs.ts';
import type { Authenticator } from '../ports/authenticator.ts';
import { authenticated } from '../ports/context.ts';
import { addAccount } from './account/account.ts';
import { addToken } from './account/token.ts';
import { addAddresses } from './base/address.ts';
import { addBatchOutcome } from './base/batch-outcome.ts';
import { createBuilder } from './base/builder.ts';
import { addConnections } from './base/connection.ts';
import type { GraphqlContext } from './base/context.ts';
import { addEnums } from './base/enums.ts';
import { addErrors } from './base/errors.ts';
import { addNodes } from './base/node.ts';
import { addNotice } from './base/notice.ts';
import { addRecordNames } from './base/record-name.ts';
import { addScalars } from './base/scalars.ts';
import { addTimestamps } from './base/timestamps.ts';
import { addCustomer } from './customers/customer.ts';
import { addCustomerOperations } from './customers/customer-operations.ts';
import { addExemption } from './exemptions/exemption.ts';
import { addExemptionOperations } from './exemptions/exemption-operations.ts';
import { addLists } from './lists.ts';
import { addLookups } from './lookups/lookups.ts';
import { addNexus } from './nexus/nexus.ts';
import { addMatchedAddress } from './places/matched-address.ts';
import { addRates } from './places/rates.ts';
import { addTaxNumber } from './tax-numbers/tax-number.ts';
import { addTaxNumberChecks } from './tax-numbers/tax-number-checks.ts';
import { addCalculatedDocument } from './transactions/calculated-document.ts';
import { addCalculations } from './transactions/calculations.ts';
import { addFiling } from './transactions/filing.ts';
import { addLines } from './transactions/line.ts';
import { addTrace } from './transactions/trace.ts';
import { addTransaction } from './transactions/transaction.ts';
import { addTransactionChanges } from './transactions/transaction-changes.ts';
import { addTransactionOperations } from './transactions/transaction-operations.ts';

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
        authenticated(ctx);
        return resolve(root, args, ctx, info);
      };
    }
  }
  return schema;
}
