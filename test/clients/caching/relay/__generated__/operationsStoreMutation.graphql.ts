/**
 * @generated SignedSource<<de458f4a758b70ae4b295ac657c99f6a>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
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
export type TransactionInput = {
  billingAddress?: AddressInput | null | undefined;
  collectedBy?: TaxCollector | null | undefined;
  collectedTaxAmount?: string | null | undefined;
  createdFrom?: string | null | undefined;
  currency?: string | null | undefined;
  customer?: TransactionCustomerInput | null | undefined;
  customerId?: string | null | undefined;
  deliveryMethod?: DeliveryMethod | null | undefined;
  documentName?: string | null | undefined;
  exemptionOverride?: ExemptionOverrideInput | null | undefined;
  externalId: string;
  externalTimestamps: ExternalTimestampsInput;
  ifVersion?: number | null | undefined;
  isTaxInclusive?: boolean | null | undefined;
  items: ReadonlyArray<ItemInput>;
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
  source: string;
  subsidiary?: string | null | undefined;
  taxDate?: string | null | undefined;
  transactionFilingStatus?: TransactionFilingStatus | null | undefined;
  transactionLevelDiscount?: string | null | undefined;
  transactionStatus: TransactionStatus;
  transactionType: TransactionType;
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
export type TransactionCustomerInput = {
  key: RecordKey;
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
export type operationsStoreMutation$variables = {
  input: TransactionInput;
};
export type operationsStoreMutation$data = {
  readonly upsertTransaction: {
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
    readonly __typename: "PeriodClosed";
    readonly message: string;
  } | {
    readonly __typename: "Transaction";
    readonly finalTransactionAmount: string;
    readonly id: string;
    readonly salesTax: {
      readonly amount: string;
    };
  } | {
    readonly __typename: "TransactionFiled";
    readonly message: string;
  } | {
    readonly __typename: "VersionMismatch";
    readonly message: string;
  } | {
    // This will never be '%other', but we need some
    // value in case none of the concrete values match.
    readonly __typename: "%other";
  };
};
export type operationsStoreMutation = {
  response: operationsStoreMutation$data;
  variables: operationsStoreMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "__typename",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v4 = {
  "kind": "InlineFragment",
  "selections": [
    (v3/*:: as any*/),
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
  "type": "Transaction",
  "abstractKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "message",
  "storageKey": null
},
v6 = {
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
        (v5/*:: as any*/)
      ],
      "storageKey": null
    }
  ],
  "type": "InvalidInput",
  "abstractKey": null
},
v7 = [
  (v5/*:: as any*/)
],
v8 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "NotFound",
  "abstractKey": null
},
v9 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "Conflict",
  "abstractKey": null
},
v10 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "VersionMismatch",
  "abstractKey": null
},
v11 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "PeriodClosed",
  "abstractKey": null
},
v12 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "TransactionFiled",
  "abstractKey": null
},
v13 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "OverRefund",
  "abstractKey": null
},
v14 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "InsufficientCoverage",
  "abstractKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "operationsStoreMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "upsertTransaction",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
          (v4/*:: as any*/),
          (v6/*:: as any*/),
          (v8/*:: as any*/),
          (v9/*:: as any*/),
          (v10/*:: as any*/),
          (v11/*:: as any*/),
          (v12/*:: as any*/),
          (v13/*:: as any*/),
          (v14/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "operationsStoreMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "upsertTransaction",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
          (v4/*:: as any*/),
          (v6/*:: as any*/),
          (v8/*:: as any*/),
          (v9/*:: as any*/),
          (v10/*:: as any*/),
          (v11/*:: as any*/),
          (v12/*:: as any*/),
          (v13/*:: as any*/),
          (v14/*:: as any*/),
          {
            "kind": "InlineFragment",
            "selections": [
              (v3/*:: as any*/)
            ],
            "type": "Node",
            "abstractKey": "__isNode"
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "8241cd7a192fa101921f834158e367ca",
    "id": null,
    "metadata": {},
    "name": "operationsStoreMutation",
    "operationKind": "mutation",
    "text": "mutation operationsStoreMutation(\n  $input: TransactionInput!\n) {\n  upsertTransaction(input: $input) {\n    __typename\n    ... on Transaction {\n      id\n      salesTax {\n        amount\n      }\n      finalTransactionAmount\n    }\n    ... on InvalidInput {\n      issues {\n        path\n        message\n      }\n    }\n    ... on NotFound {\n      message\n    }\n    ... on Conflict {\n      message\n    }\n    ... on VersionMismatch {\n      message\n    }\n    ... on PeriodClosed {\n      message\n    }\n    ... on TransactionFiled {\n      message\n    }\n    ... on OverRefund {\n      message\n    }\n    ... on InsufficientCoverage {\n      message\n    }\n    ... on Node {\n      __isNode: __typename\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "27da6e8fbd4ae5b398794cbc93d430fb";

export default node;
