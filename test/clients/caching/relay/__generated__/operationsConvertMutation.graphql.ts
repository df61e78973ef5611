/**
 * @generated SignedSource<<eff9f00fab1dbd3a6f354c254ff8ea6e>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type TransactionStatus = "ACTIVE" | "CANCELLED" | "PAID";
export type TransactionType = "ESTIMATE" | "INVOICE" | "REFUND" | "SALES_ORDER" | "TAXABLE_REFUND";
export type ConvertTransactionInput = {
  from: TransactionBy;
  ifVersion?: number | null | undefined;
  to: ConversionTargetInput;
};
export type TransactionBy = {
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
  taxDate?: string | null | undefined;
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
  "type": "VersionMismatch",
  "abstractKey": null
},
v12 = {
  "kind": "InlineFragment",
  "selections": (v7/*:: as any*/),
  "type": "PeriodClosed",
  "abstractKey": null
},
v13 = {
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
          (v11/*:: as any*/),
          (v12/*:: as any*/),
          (v13/*:: as any*/)
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
          (v12/*:: as any*/),
          (v13/*:: as any*/),
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
    "cacheID": "6a2ad69cc71e1781efe1f5e5776057cc",
    "id": null,
    "metadata": {},
    "name": "operationsConvertMutation",
    "operationKind": "mutation",
    "text": "mutation operationsConvertMutation(\n  $input: ConvertTransactionInput!\n) {\n  convertTransaction(input: $input) {\n    __typename\n    ... on Transaction {\n      id\n      salesTax {\n        amount\n      }\n      finalTransactionAmount\n    }\n    ... on InvalidInput {\n      issues {\n        path\n        message\n      }\n    }\n    ... on NotFound {\n      message\n    }\n    ... on InsufficientCoverage {\n      message\n    }\n    ... on Conflict {\n      message\n    }\n    ... on VersionMismatch {\n      message\n    }\n    ... on PeriodClosed {\n      message\n    }\n    ... on TransactionFiled {\n      message\n    }\n    ... on Node {\n      __isNode: __typename\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "888682f542ee1eb5d093d6a9178882dd";

export default node;
