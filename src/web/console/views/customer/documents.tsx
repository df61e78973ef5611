import { Badge } from '../../base/badge.tsx';
import { documentColumns } from '../../base/columns.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { documentLink, documentsLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import type { Column } from '../../base/table.tsx';
import { countryName } from '../../format/format.ts';
import { customerTexts } from '../../texts/customers.ts';
import { documentsTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { documentsOperation } from './operations.ts';

type Row = NodeOf<typeof documentsOperation, 'transactions'>;

const { documents: texts } = customerTexts;
const { columns: names } = documentsTexts;

export function LatestDocuments({ customerId }: { readonly customerId: string }) {
  const answer = useQuery(documentsOperation, { customerId });
  return (
    <Panel title={texts.title} aside={<a href={documentsLink({ customer: customerId })}>{texts.all}</a>}>
      <List
        answer={answer}
        field="transactions"
        lines={5}
        caption={texts.title}
        columns={columns}
        keyOf={({ serviceId }) => serviceId}
        empty={texts.none}
      />
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  documentColumns.date,
  {
    name: names.number,
    cell: ({ serviceId, externalId, transactionType }) => (
      <>
        <a href={documentLink(serviceId)}>{externalId}</a>{' '}
        {transactionType !== 'INVOICE' && <Badge>{known(recordTexts.types, transactionType)}</Badge>}
      </>
    ),
  },
  {
    name: names.place,
    isExtra: true,
    cell: ({ shippingAddress: { state, country } }) =>
      country === null || country === 'US' ? state : countryName(country),
  },
  documentColumns.tax,
  documentColumns.total,
];
