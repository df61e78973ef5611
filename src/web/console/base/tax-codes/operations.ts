import { graphql } from '../graphql.ts';

export const taxCodesOperation = graphql(`
  query consoleTaxCodes { taxCodes(first: 100) { nodes { code name category } } }
`);
