type Refusal = {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly { readonly path: readonly string[]; readonly message: string }[];
};

/** Why there is no tax: the gateway's message, with every invalid field. */
export class TaxError extends Error {
  override readonly name = 'TaxError';
  /** The type of the error in the schema, such as NotFound. */
  readonly kind: string;
  readonly code: string;

  constructor({ __typename: kind, code, message, issues = [] }: Refusal) {
    super([message, ...issues.map(({ path, message: fault }) => `${path.join('.')}: ${fault}`)].join('\n'));
    this.kind = kind;
    this.code = code;
  }
}
