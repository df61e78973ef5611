/**
 * @generated SignedSource<<3c64c45e8dfdf73af117126b0a91eab4>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type TransactionStatus = "ACTIVE" | "CANCELLED" | "PAID";
export type TransactionType = "ESTIMATE" | "INVOICE" | "REFUND" | "SALES_ORDER" | "TAXABLE_REFUND";
export type ConvertTransactionInput = {
  from: RecordBy;
  ifVersion?: number | null | undefined;
  to: ConversionTargetInput;
};
export type RecordBy = {
  id: string;
  key?: never;
  serviceId?: never;
} | {
  id?: never;
  key: RecordKey;
  serviceId?: never;
} | {
  id?: never;
  key?: never;
  serviceId: string;
};
export type RecordKey = {
  externalId: string;
  source: string;
};
export type ConversionTargetInput = {
  documentName?: string | null | undefined;
  externalId: string;
  externalTimestamps: ExternalTimestampsInput;
  transactionStatus?: TransactionStatus | null | undefined;
  transactionType: TransactionType;
};
export type ExternalTimestampsInput = {
  createdDate: string;
  updatedDate: string;
};
export type operationsConvertMutation$variables = {
  input: ConvertTransactionInput;
};
export type operationsConvertMutation$data = {
  readonly convertTransaction: {
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
    // This will never be '%other', but we need some
    // value in case none of the concrete values match.
    readonly __typename: "%other";
  };
};
export type operationsConvertMutation = {
  response: operationsConvertMutation$data;
  variables: operationsConvertMutation$variables;
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
  "type": "InsufficientCoverage",
  "abstractKey": null
},
v10 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "Conflict",
  "abstractKey": null
},
v11 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "TransactionFiled",
  "abstractKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "operationsConvertMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "convertTransaction",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
          (v4/*:: as any*/),
          (v6/*:: as any*/),
          (v8/*:: as any*/),
          (v9/*:: as any*/),
          (v10/*:: as any*/),
          (v11/*:: as any*/)
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
    "name": "operationsConvertMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "convertTransaction",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
          (v4/*:: as any*/),
          (v6/*:: as any*/),
          (v8/*:: as any*/),
          (v9/*:: as any*/),
          (v10/*:: as any*/),
          (v11/*:: as any*/),
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
    "cacheID": "0cf80fbc2e3469b610a3fb36d7aef346",
    "id": null,
    "metadata": {},
    "name": "operationsConvertMutation",
    "operationKind": "mutation",
    "text": "mutation operationsConvertMutation(\n  $input: ConvertTransactionInput!\n) {\n  convertTransaction(input: $input) {\n    __typename\n    ... on Transaction {\n      id\n      salesTax {\n        amount\n      }\n      finalTransactionAmount\n    }\n    ... on InvalidInput {\n      issues {\n        path\n        message\n      }\n    }\n    ... on NotFound {\n      message\n    }\n    ... on InsufficientCoverage {\n      message\n    }\n    ... on Conflict {\n      message\n    }\n    ... on TransactionFiled {\n      message\n    }\n    ... on Node {\n      __isNode: __typename\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "dcac59b01c6a7b12f255dae3cfd78920";

export default node;
