import type { z } from 'zod';
import type { ErrorCode } from '../../domain/base/errors.ts';
import type { Inputs } from '../../domain/input-schemas.ts';

/** The chapters of the document, in its order. */
export const tags = {
  Tokens: 'Bearer tokens, and the keys that verify them.',
  Customers: 'Buyers. Each document belongs to one customer.',
  Transactions: 'Sales documents, stored with their tax.',
  Exemptions: 'Certificates that exempt customers from tax.',
  Nexus: 'Where the seller has to collect tax.',
  Lookups: 'Rates, rules and places of the rate book.',
  Account: 'Settings that apply to all documents of a tenant.',
  Service: 'Capabilities, health and documentation of the service.',
} as const;
export type Tag = keyof typeof tags;

/** A body that an operation takes: one of the domain's inputs, or a schema of its own. */
export type OperationBody = {
  /** What the document calls it. */
  readonly name: string;
  readonly description: string;
  readonly schema: keyof Inputs | z.ZodType;
  /** Whether the body is a JSON merge patch, which has a media type of its own. */
  readonly isPatch?: boolean;
  readonly mediaType?: string;
};

export type OperationResponse = {
  readonly description: string;
  /** Absent for an answer without a body. */
  readonly schema?: z.ZodType;
  readonly mediaType?: string;
  readonly headers?: readonly ResponseHeader[];
};
export type ResponseHeader = 'ETag' | 'Location' | 'Link' | 'Retry-After';

/** A request that works in the demo store, sent in order; those of the tests and those a reader tries are the same. */
export type OperationExample = {
  readonly summary: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  /** The variables with which the GraphQL document does the same. */
  readonly variables?: Readonly<Record<string, unknown>>;
};

/** The GraphQL document that does the same, and where in its data the answer stands; or why there is none. */
export type GraphqlTwin = { readonly document: string; readonly at: string } | { readonly none: string };

/** What the OpenAPI document says of a route, beside what its method, path, scope and options tell already. */
export type Operation = {
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The schema that reads the query. */
  readonly query?: z.ZodObject;
  readonly body?: OperationBody;
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** Failures of its own; those that come with its method, body or scope are added. */
  readonly problems?: readonly ErrorCode[];
  /** Whether its answers have an ETag, and it takes conditions on it. */
  readonly isTagged?: boolean;
  readonly examples: Readonly<Record<string, OperationExample>>;
  readonly graphql: GraphqlTwin;
};
