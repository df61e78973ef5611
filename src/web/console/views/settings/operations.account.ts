import { graphql } from '../../base/graphql.ts';

const settings = graphql(`
  fragment accountSettings on Account {
    name
    tenantId
    kind
    homeAddress { country state city zip }
    collectionPolicy
    euDistanceSales
    oneStopShop
    sellerIsSmallBusiness
    deliveryFees
    joinedSimplifiedSellersUseTaxOn
    dayOfInstant
    latePolicy
    defaultCurrency
    reportingCurrency
    defaultTaxCode
    roundingLevel
    roundingMode
    inclusiveRounding
    exemptInclusivePrice
    discountCoversShipping
    shippingTaxMethod
    nexusNotices
    expiringSoonDays
    requireEvidence
    require { precision complete taxCode ratesAsOf }
  }
`);

export const accountOperation = graphql(
  `
  query settingsAccount { account { ...accountSettings } }
`,
  [settings],
);

export const updateAccountOperation = graphql(
  `
  mutation updateAccountSettings($input: UpdateAccountInput!) {
    updateAccount(input: $input) {
      __typename
      ... on Account { ...accountSettings }
      ... on UserError { issues { message } }
    }
  }
`,
  [settings],
);
