import type { z } from 'zod';
import type { ErrorCode } from '../../domain/base/errors.ts';
import type { InputName } from '../../domain/input-schemas.ts';
import type { AddressMatcher } from '../../domain/places/placeable-address.ts';
import type { AskedOfRest } from '../selections/graphql-variables.ts';

/** The tags of the OpenAPI document, in order. */
export const tags = {
  Tokens: 'Bearer tokens, and the keys for verifying them.',
  Customers: 'Buyers. Each document belongs to one customer.',
  Transactions: 'Sales documents with their tax.',
  Exemptions: 'Certificates that exempt customers from tax.',
  Nexus: 'Places where the seller must collect tax.',
  Liability: 'Tax owed, and the underlying documents.',
  Returns: 'Tax returns: drafts, due returns and filings.',
  Products: 'Products in your systems and their tax codes. Document items can refer to a product.',
  'Exchange rates': 'Published rates for converting amounts in reports and documents.',
  'Tax numbers': 'Validation of VAT and other tax numbers.',
  Tests: 'The clock of test tenants. For the fictitious country, its numbers and faults, see the test-land guide.',
  Lookups: 'Rates, rules and places of the rate book.',
  Webhooks: 'Webhook endpoints and their deliveries.',
  Audit: 'History of changes, with author and time.',
  Clients: 'Credentials for programs, with the scopes of their tokens.',
  Account: 'Settings that apply to all documents of a tenant.',
  Service: 'Capabilities, health and documentation of the service.',
} as const;
type Tag = keyof typeof tags;

/** The body of an operation: a domain input or a separate schema. */
export type OperationBody = {
  /** The name of the body in the OpenAPI document. */
  readonly name: string;
  readonly description: string;
  readonly schema: InputName | z.ZodType;
  /** The member of a batch that contains the entries, and the operation that accepts each entry as its body. */
  readonly entries?: { readonly member: string; readonly of: Operation };
  /** The record that clients may send back as read, if the response is a different record. */
  readonly record?: z.ZodType;
  /** Whether the body is a JSON merge patch, which has its own media type. */
  readonly isPatch?: boolean;
  readonly mediaType?: string;
  readonly otherMediaTypes?: readonly string[];
  /** The same request body in another media type. */
  readonly alternative?: {
    readonly mediaType: string;
    readonly name: string;
    readonly description: string;
    readonly schema: z.ZodType;
    readonly example: { readonly summary: string; readonly value: unknown };
  };
};

type OperationResponse = {
  readonly description: string;
  /** Absent for a response without a body. */
  readonly schema?: z.ZodType;
  readonly mediaType?: string;
  readonly otherMediaTypes?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
};
type ResponseHeader = 'ETag' | 'Location' | 'Link' | 'Retry-After';

/** A request that works in the demo store when the examples are sent in order, as the tests do. */
export type OperationExample = {
  readonly summary: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  /** The variables of the equivalent GraphQL request. */
  readonly variables?: Readonly<Record<string, unknown>>;
};

/**
 * The GraphQL equivalent: its document, the path of the result in its data and, unless the result is the whole
 * response, the corresponding member of the response; or the reason why GraphQL has no equivalent.
 */
export type GraphqlTwin =
  | {
      readonly document: string;
      readonly at: string;
      readonly in?: string;
      /**
       * Set for an operation that returns a declared list: builds the variables from the list. The variables of other
       * documents, if they have any, are in `graphqlVariables`.
       */
      variables?(asked: AskedOfRest): Readonly<Record<string, unknown>>;
      /** The places that the filter accepts. Default: the places in the rate book. */
      places?(reference: AddressMatcher): AddressMatcher;
    }
  | { readonly none: string };

/** The OpenAPI content of a route, except its method, path, scope and options. */
export type Operation = {
  readonly id: string;
  /** The id of the same operation at its main address, whose responses serve as examples. */
  readonly twinOf?: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodObject;
  readonly body?: OperationBody;
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** The columns of a list that is also available as CSV and JSON Lines. */
  readonly columns?: readonly { readonly name: string; readonly description: string }[];
  /** Errors specific to the operation. Errors implied by its method, body or scope are added. */
  readonly problems?: readonly ErrorCode[];
  /** The schema of errors for requests in the alternative media type. */
  readonly alternativeProblem?: z.ZodType;
  /** Whether responses have an ETag and requests can be conditional. */
  readonly isTagged?: boolean;
  /** Whether the stored records are returned only for `Prefer: return=representation`. */
  readonly isShownOnRequest?: boolean;
  /** Whether the list supports a total count. */
  readonly isCounted?: boolean;
  readonly examples: Readonly<Record<string, OperationExample>>;
  readonly graphql: GraphqlTwin;
};
