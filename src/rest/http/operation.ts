import type { z } from 'zod';
import type { ErrorCode } from '../../domain/base/errors.ts';
import type { InputName } from '../../domain/input-schemas.ts';
import type { AddressMatcher } from '../../domain/places/placeable-address.ts';
import type { AskedOfRest } from '../selections/graphql-variables.ts';

/** The tags of the document, in its order. */
export const tags = {
  Tokens: 'Bearer tokens, and the keys that verify them.',
  Customers: 'Buyers. Each document belongs to one customer.',
  Transactions: 'Sales documents with their tax.',
  Exemptions: 'Certificates that exempt customers from tax.',
  Nexus: 'Where the seller has to collect tax.',
  Liability: 'What is owed, and the documents behind it.',
  Returns: 'Tax returns: drafts, what is due, and what was filed.',
  'Exchange rates': 'Published rates, which convert amounts of reports and documents.',
  'Tax numbers': 'Checks of VAT and other tax numbers.',
  Tests: 'Only for test tenants: their clock. The guide to test land has the made-up country, numbers and faults.',
  Lookups: 'Rates, rules and places of the rate book.',
  Webhooks: 'Webhook endpoints and their deliveries.',
  Audit: 'What was changed, by whom and when.',
  Clients: 'Credentials of programs: who may get tokens, and what for.',
  Account: 'Settings that apply to all documents of a tenant.',
  Service: 'Capabilities, health and documentation of the service.',
} as const;
type Tag = keyof typeof tags;

/** The body of an operation: one of the domain's inputs, or its own schema. */
export type OperationBody = {
  /** Its name in the document. */
  readonly name: string;
  readonly description: string;
  readonly schema: InputName | z.ZodType;
  /** The member of a batch, and the operation that takes each of its entries as its body. */
  readonly entries?: { readonly member: string; readonly of: Operation };
  /** A record that clients may send back as they read it, if the response is another. */
  readonly record?: z.ZodType;
  /** Whether the body is a JSON merge patch, which has its own media type. */
  readonly isPatch?: boolean;
  readonly mediaType?: string;
  readonly otherMediaTypes?: readonly string[];
  /** The same request in another media type. */
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

/** A request that works in the demo store when the examples are sent in order; the tests send them as readers would. */
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
 * The equivalent GraphQL document and the path of the result in its data, with the member of the response that it equals unless
 * it is the whole; or why there is none.
 */
export type GraphqlTwin =
  | {
      readonly document: string;
      readonly at: string;
      readonly in?: string;
      /** The variables of a declared list, which derive from it; all others are in the table of variables. */
      variables?(asked: AskedOfRest): Readonly<Record<string, unknown>>;
      /** The places that its filter can name; default: those of the rate book. */
      places?(reference: AddressMatcher): AddressMatcher;
    }
  | { readonly none: string };

/** What the OpenAPI document says about a route, apart from its method, path, scope and options. */
export type Operation = {
  readonly id: string;
  /** The id of the same operation at the usual address, whose responses serve as examples. */
  readonly twinOf?: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The schema of the query. */
  readonly query?: z.ZodObject;
  readonly body?: OperationBody;
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** The columns of a list that is also available as CSV and lines of JSON. */
  readonly columns?: readonly { readonly name: string; readonly description: string }[];
  /** Its own failures; those implied by its method, body or scope are added. */
  readonly problems?: readonly ErrorCode[];
  /** The media type of errors for requests in the alternative form. */
  readonly alternativeProblem?: z.ZodType;
  /** Whether its responses have an ETag and requests can be conditional. */
  readonly isTagged?: boolean;
  /** Whether its response has the stored records only for clients with `Prefer: return=representation`. */
  readonly isShownOnRequest?: boolean;
  /** Whether it is a list that can be counted. */
  readonly isCounted?: boolean;
  readonly examples: Readonly<Record<string, OperationExample>>;
  readonly graphql: GraphqlTwin;
};
