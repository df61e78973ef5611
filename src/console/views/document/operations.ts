import { graphql } from '../../base/graphql.ts';

export const documentOperation = graphql(`
  query document($by: TransactionBy!) { transaction(by: $by) { serviceId externalId } }
`);
