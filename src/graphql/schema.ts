import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLUnionType,
  getNullableType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { needsSentence } from '../domain/account/scope.ts';
import { formatNames } from '../domain/base/words.ts';
import './account/account.ts';
import './account/token.ts';
import './audit/audit-entries.ts';
import './base/scalars.ts';
import './certificate-requests/certificate-requests.ts';
import './clients/client-changes.ts';
import './clients/clients.ts';
import { showsCurrencies } from './base/amounts.ts';
import { builder } from './base/builder.ts';
import { requireToken } from './base/checked-input.ts';
import { requireScopes, scopesOf } from './base/field-scope.ts';
import { notingRefused } from './base/noted-refusals.ts';
import { withPageIssues } from './base/page-arguments.ts';
import { inSpan } from './base/use-case-span.ts';
import './customers/customer.ts';
import './customers/customer-changes.ts';
import './customers/customer-list.ts';
import { counted } from './execution/actual-cost.ts';
import './exemptions/exemption.ts';
import './exemptions/exemption-changes.ts';
import './exemptions/exemption-coverage.ts';
import './exemptions/exemption-file.ts';
import './exemptions/exemption-impact.ts';
import './exemptions/exemption-import.ts';
import './exemptions/exemption-lists.ts';
import './exemptions/tax-refund.ts';
import './lookups/address-validation.ts';
import './lookups/tax-rates.ts';
import './lookups/jurisdictions.ts';
import './lookups/rate-book-versions.ts';
import './lookups/rate-changes.ts';
import './lookups/service-info.ts';
import './lookups/rulings.ts';
import './lookups/taxability.ts';
import './exchange-rates/exchange-rates.ts';
import './exposure/exposure.ts';
import './journal/journal.ts';
import './liability/liability.ts';
import './returns/ec-sales-list.ts';
import './nexus/nexus-changes.ts';
import './nexus/nexus-tracker.ts';
import './returns/return-changes.ts';
import './returns/return-form.ts';
import './returns/return-lists.ts';
import './returns/verify-receipt.ts';
import './products/products.ts';
import './refusals/refusals.ts';
import './tax-numbers/tax-numbers.ts';
import './transactions/calculations.ts';
import './transactions/document-changes.ts';
import './transactions/filing.ts';
import './transactions/transaction.ts';
import './transactions/transaction-writes.ts';
import './transactions/transaction-changes.ts';
import './transactions/quote.ts';
import './transactions/refundable.ts';
import './transactions/replays.ts';
import './transactions/scenarios.ts';
import './reconciliations/reconciliations.ts';
import './transactions/transaction-list.ts';
import './webhooks/webhook-deliveries.ts';
import './webhooks/webhook-endpoints.ts';

/** Fields readable with any token. */
const always = ['account', 'serviceInfo', 'node', 'nodes'];

export const schema: GraphQLSchema = showsCurrencies(described(guarded(tolerant(builder.toSchema()))));

/**
 * A refused field must not remove the rest of a response. So root fields, and fields with their own scope, are
 * nullable: a refused field is null, with an entry in `errors`. A mutation that lacks a scope is refused as a whole.
 */
function tolerant(built: GraphQLSchema): GraphQLSchema {
  const isWriting = (type: GraphQLNamedType) =>
    type === built.getMutationType() || type === built.getSubscriptionType();
  const roots = Object.values(built.getQueryType()?.getFields() ?? {}).filter(({ name }) => !always.includes(name));
  const scoped = Object.values(built.getTypeMap())
    .filter((type) => isObjectType(type) && !isIntrospectionType(type) && !isWriting(type))
    .flatMap((type) => Object.values((type as GraphQLObjectType).getFields()))
    .filter((field) => scopesOf(field).length > 0);
  for (const field of [...roots, ...scoped]) field.type = getNullableType(field.type);
  return built;
}

/** The description of a result, such as `The Customer, or a typed error: Conflict or InvalidInput.` */
function resultDescription(result: GraphQLUnionType): string {
  const [errors, values] = [true, false].map((isError) =>
    result
      .getTypes()
      .filter((type) => type.getInterfaces().some(({ name }) => name === 'UserError') === isError)
      .map(({ name }) => name),
  ) as [string[], string[]];
  return `The ${values.join(' or ')}, or a typed error: ${formatNames(errors, 'or')}.`;
}

function described(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap())) {
    if (isUnionType(type) && type.name.endsWith('Result')) type.description = resultDescription(type);
  }
  built.description =
    'Tollgate calculates and stores sales tax in the US, and VAT and GST in other countries. Store customers, exemptions and sales documents; every figure comes with a reason. Amounts are exact decimals as text; rates are fractions: `"0.0825"` is 8.25 %. Requests need a bearer token from `createToken`.';
  return built;
}

/**
 * Except for open fields, the token is checked first: without a token, not even input validation reveals anything. The
 * declared scopes of the field are checked next. Lists are charged for their records.
 */
function guarded(built: GraphQLSchema): GraphQLSchema {
  for (const type of [built.getQueryType(), built.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (!field.resolve) continue;
      const { resolve } = field;
      field.resolve = inSpan(
        field.name,
        field.extensions.isOpen ? resolve : requireToken(notingRefused(resolve, field)),
      );
    }
  }
  for (const type of Object.values(built.getTypeMap())) {
    // Introspection types are part of every schema.
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const needed = scopesOf(field);
      if (isList(field)) field.resolve = counted(field);
      if (field.resolve && field.args.some(({ name }) => name === 'before')) {
        field.resolve = withPageIssues(field.resolve);
      }
      if (needed.length === 0) continue;
      field.description = `${field.description}${needsSentence(needed)}`;
      if (field.resolve) field.resolve = requireScopes(field.resolve, needed);
    }
  }
  return built;
}

function isList({ type }: GraphQLField<unknown, unknown>): boolean {
  return isListType(getNullableType(type));
}
