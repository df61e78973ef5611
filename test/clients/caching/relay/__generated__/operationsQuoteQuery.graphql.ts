/**
 * @generated SignedSource<<51a4eedd5d1d6e881649131dedc9b80d>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type CustomerType = "MARKETPLACE" | "RESELLER" | "RETAIL" | "RETAIL_EXEMPT";
export type DeliveryMethod = "COLLECTED" | "DELIVERED";
export type ExemptionOverrideKind = "FORCE_EXEMPT" | "IGNORE_CERTIFICATES";
export type PlaceEvidenceKind = "BANK" | "BILLING_ADDRESS" | "IP_ADDRESS" | "LANDLINE" | "OTHER" | "SIM_CARD";
export type RefundKind = "PRICE_AND_TAX" | "TAX_ONLY";
export type Reporting = "OPEN_PERIOD" | "OWN_PERIOD";
export type RequiredPrecision = "ANY" | "ROOFTOP" | "ZIP5" | "ZIP9";
export type RequiredTaxCode = "ANY" | "KNOWN";
export type TangibleCategory = "INTANGIBLE" | "TANGIBLE";
export type TaxCollector = "MARKETPLACE" | "SELLER";
export type TaxableCategory = "NOT_TAXABLE" | "TAXABLE";
export type TransactionFilingStatus = "FILED" | "NOT_FILED";
export type TransactionStatus = "ACTIVE" | "CANCELLED" | "PAID";
export type TransactionType = "ESTIMATE" | "INVOICE" | "REFUND" | "SALES_ORDER" | "TAXABLE_REFUND";
export type QuoteInput = {
  billingAddress?: AddressInput | null | undefined;
  collectedBy?: TaxCollector | null | undefined;
  collectedTaxAmount?: string | null | undefined;
  createdFrom?: string | null | undefined;
  currency?: string | null | undefined;
  customer?: QuoteCustomerInput | null | undefined;
  customerId?: string | null | undefined;
  deliveryMethod?: DeliveryMethod | null | undefined;
  documentName?: string | null | undefined;
  exemptionOverride?: ExemptionOverrideInput | null | undefined;
  externalId?: string | null | undefined;
  externalTimestamps?: ExternalTimestampsInput | null | undefined;
  isTaxInclusive?: boolean | null | undefined;
  items?: ReadonlyArray<ItemInput> | null | undefined;
  marketplace?: string | null | undefined;
  placeEvidence?: ReadonlyArray<PlaceEvidenceInput> | null | undefined;
  refundFraction?: string | null | undefined;
  refundKind?: RefundKind | null | undefined;
  reporting?: Reporting | null | undefined;
  require?: CoverageRequirementInput | null | undefined;
  requireLink?: boolean | null | undefined;
  roundingAmount?: string | null | undefined;
  shipFromAddress?: AddressInput | null | undefined;
  shippingAddress?: AddressInput | null | undefined;
  shippingFee?: ShippingFeeInput | null | undefined;
  source?: string | null | undefined;
  subsidiary?: string | null | undefined;
  taxDate?: string | null | undefined;
  transactionFilingStatus?: TransactionFilingStatus | null | undefined;
  transactionLevelDiscount?: string | null | undefined;
  transactionStatus?: TransactionStatus | null | undefined;
  transactionType?: TransactionType | null | undefined;
};
export type AddressInput = {
  city?: string | null | undefined;
  country?: string | null | undefined;
  county?: string | null | undefined;
  isPartial?: boolean | null | undefined;
  region?: string | null | undefined;
  state?: string | null | undefined;
  street?: string | null | undefined;
  zip?: string | null | undefined;
};
export type QuoteCustomerInput = {
  described: DescribedCustomerInput;
  key?: never;
} | {
  described?: never;
  key: RecordKey;
};
export type DescribedCustomerInput = {
  customerType?: CustomerType | null | undefined;
  exemptStates?: ReadonlyArray<string> | null | undefined;
  taxNumber?: string | null | undefined;
};
export type RecordKey = {
  externalId: string;
  source: string;
};
export type ExemptionOverrideInput = {
  kind: ExemptionOverrideKind;
  reason: string;
};
export type ExternalTimestampsInput = {
  createdDate: string;
  updatedDate: string;
};
export type ItemInput = {
  attributes?: ItemAttributesInput | null | undefined;
  collectedBy?: TaxCollector | null | undefined;
  collectedTaxAmount?: string | null | undefined;
  description?: string | null | undefined;
  discount?: string | null | undefined;
  manualSalesTax?: boolean | null | undefined;
  manualSalesTaxRate?: string | null | undefined;
  name: string;
  overrideReason?: string | null | undefined;
  product?: string | null | undefined;
  productSource?: string | null | undefined;
  quantity?: string | null | undefined;
  refundFraction?: string | null | undefined;
  shipFromAddress?: AddressInput | null | undefined;
  shippingAddress?: AddressInput | null | undefined;
  tangibleCategory?: TangibleCategory | null | undefined;
  taxCode?: string | null | undefined;
  taxableCategory?: TaxableCategory | null | undefined;
  totalPrice?: string | null | undefined;
  unitPrice?: string | null | undefined;
};
export type ItemAttributesInput = {
  isBusinessUse?: boolean | null | undefined;
  isBuyerRegistered?: boolean | null | undefined;
  isCarbonated?: boolean | null | undefined;
  isCourseBook?: boolean | null | undefined;
  isDataProcessing?: boolean | null | undefined;
  isEverydayWear?: boolean | null | undefined;
  isForChild?: boolean | null | undefined;
  isForOneClient?: boolean | null | undefined;
  isHairCare?: boolean | null | undefined;
  isHardwareWork?: boolean | null | undefined;
  isLivePerformance?: boolean | null | undefined;
  isMailed?: boolean | null | undefined;
  isNegotiatedLicense?: boolean | null | undefined;
  isPaidByInsurer?: boolean | null | undefined;
  isPaidByMedicareOrMedicaid?: boolean | null | undefined;
  isPrescribed?: boolean | null | undefined;
  isProsthesis?: boolean | null | undefined;
  isServerInState?: boolean | null | undefined;
  isSoftware?: boolean | null | undefined;
  isSoldBySchool?: boolean | null | undefined;
  isSubscription?: boolean | null | undefined;
  isUsedAtWork?: boolean | null | undefined;
  isVehicleRepair?: boolean | null | undefined;
  isWheelchairOrCrutches?: boolean | null | undefined;
  isWithParts?: boolean | null | undefined;
};
export type PlaceEvidenceInput = {
  country: string;
  kind: PlaceEvidenceKind;
};
export type CoverageRequirementInput = {
  complete?: boolean | null | undefined;
  precision?: RequiredPrecision | null | undefined;
  ratesAsOf?: string | null | undefined;
  taxCode?: RequiredTaxCode | null | undefined;
};
export type ShippingFeeInput = {
  manualSalesTax?: boolean | null | undefined;
  manualSalesTaxRate?: string | null | undefined;
  overrideReason?: string | null | undefined;
  tangibleCategory?: TangibleCategory | null | undefined;
  taxCode: string;
  taxableCategory?: TaxableCategory | null | undefined;
  totalPrice?: string | null | undefined;
};
export type operationsQuoteQuery$variables = {
  input: QuoteInput;
};
export type operationsQuoteQuery$data = {
  readonly calculateTax: {
    readonly __typename: "Conflict";
    readonly message: string;
  } | {
    readonly __typename: "InsufficientCoverage";
    readonly message: string;
  } | {
    readonly __typename: "InvalidInput";
    readonly issues: ReadonlyArray<{
      readonly message: string;
      readonly path: ReadonlyArray<string>;
    }>;
  } | {
    readonly __typename: "NotFound";
    readonly message: string;
  } | {
    readonly __typename: "OverRefund";
    readonly message: string;
  } | {
    readonly __typename: "Quote";
    readonly finalTransactionAmount: string;
    readonly salesTax: {
      readonly amount: string;
    };
  } | {
    // This will never be '%other', but we need some
    // value in case none of the concrete values match.
    readonly __typename: "%other";
  } | null | undefined;
};
export type operationsQuoteQuery = {
  response: operationsQuoteQuery$data;
  variables: operationsQuoteQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "message",
  "storageKey": null
},
v2 = [
  (v1/*:: as any*/)
],
v3 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "input",
        "variableName": "input"
      }
    ],
    "concreteType": null,
    "kind": "LinkedField",
    "name": "calculateTax",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "__typename",
        "storageKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "SalesTax",
            "kind": "LinkedField",
            "name": "salesTax",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "amount",
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "finalTransactionAmount",
            "storageKey": null
          }
        ],
        "type": "Quote",
        "abstractKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Issue",
            "kind": "LinkedField",
            "name": "issues",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "path",
                "storageKey": null
              },
              (v1/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "type": "InvalidInput",
        "abstractKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": (v2/*:: as any*/),
        "type": "NotFound",
        "abstractKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": (v2/*:: as any*/),
        "type": "Conflict",
        "abstractKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": (v2/*:: as any*/),
        "type": "OverRefund",
        "abstractKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": (v2/*:: as any*/),
        "type": "InsufficientCoverage",
        "abstractKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "operationsQuoteQuery",
    "selections": (v3/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "operationsQuoteQuery",
    "selections": (v3/*:: as any*/)
  },
  "params": {
    "cacheID": "331ecdf6e2b42c4d627a85334a236418",
    "id": null,
    "metadata": {},
    "name": "operationsQuoteQuery",
    "operationKind": "query",
    "text": "query operationsQuoteQuery(\n  $input: QuoteInput!\n) {\n  calculateTax(input: $input) {\n    __typename\n    ... on Quote {\n      salesTax {\n        amount\n      }\n      finalTransactionAmount\n    }\n    ... on InvalidInput {\n      issues {\n        path\n        message\n      }\n    }\n    ... on NotFound {\n      message\n    }\n    ... on Conflict {\n      message\n    }\n    ... on OverRefund {\n      message\n    }\n    ... on InsufficientCoverage {\n      message\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "0deb75016dab86b9210e90b2fa99d104";

export default node;
