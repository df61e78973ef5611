/** An exact decimal number in plain text: `-12.5`, never an exponent, never `-0`. */
export type DecimalText = string & { readonly __decimalText: true };
