import type { initGraphQLTada, ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada';
import type { introspection } from '../generated/introspection.d.ts';

/** Amounts and rates remain text, because numbers could lose digits. */
type Scalars = {
  Decimal: string;
  DateTime: string;
  Date: string;
  UUID: string;
  CountryCode: string;
  CurrencyCode: string;
  Duration: string;
  JSON: unknown;
  Upload: File;
};

type Typed = ReturnType<
  typeof initGraphQLTada<{ introspection: introspection; scalars: Scalars; disableMasking: true }>
>;

/**
 * An operation whose types are inferred from its text. The build replaces files named `operations.ts` with the hashes
 * of their operations: the browser never has the text, and sends the hash as `documentId`.
 */
export type Operation<Result, Variables> = TadaDocumentNode<Result, Variables>;
export type { ResultOf, VariablesOf };

/** A root field of a result that is not null. */
export type RootOf<Document, Field extends keyof ResultOf<Document>> = NonNullable<ResultOf<Document>[Field]>;

/** A record in a list. */
export type NodeOf<Document, Field extends keyof ResultOf<Document>> =
  RootOf<Document, Field> extends { readonly nodes: readonly (infer Node)[] } ? Node : never;

const partsOf = new Map<string, readonly string[]>();

function textOf(text: string, fragments: readonly string[] = []): string {
  const parts = [...new Set([text.trim(), ...fragments.flatMap((one) => partsOf.get(one) ?? [one])])];
  const whole = parts.join('\n');
  partsOf.set(whole, parts);
  return whole;
}

/** An operation at run time: its text when its file is evaluated, and its hash in the browser. */
export const asText = (operation: object): string => operation as unknown as string;

export const graphql = textOf as unknown as Typed;
