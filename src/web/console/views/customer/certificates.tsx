import { CertificateStatus } from '../../base/badge.tsx';
import { reasonColumn } from '../../base/columns.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { certificateLink, certificatesPath } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { queryText } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { validityText } from '../../format/format.ts';
import { placeName } from '../../format/place-text.ts';
import { certificatesTexts } from '../../texts/certificates.ts';
import { customerTexts } from '../../texts/customers.ts';
import { certificatesOperation } from './operations.ts';

type Row = NodeOf<typeof certificatesOperation, 'exemptions'>;

const { certificates: texts } = customerTexts;
const { columns: names } = certificatesTexts;

export function Certificates({ customerId }: { readonly customerId: string }) {
  const answer = useQuery(certificatesOperation, { customerId });
  const all = `${certificatesPath}${queryText({ status: 'all', customer: customerId })}`;
  return (
    <Panel title={texts.title}>
      <List
        answer={answer}
        field="exemptions"
        lines={3}
        caption={texts.title}
        columns={columns}
        keyOf={({ serviceId }) => serviceId}
        empty={texts.none}
        foot={({ pageInfo }) =>
          pageInfo?.hasNextPage && (
            <p class="panel-body">
              <a href={all}>{texts.more}</a>
            </p>
          )
        }
      />
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  {
    name: names.certificate,
    cell: ({ serviceId, certificate }) => (
      <a href={certificateLink(serviceId)} class="strong">
        {certificate?.certificateId ?? certificate?.name ?? certificatesTexts.noNumber}
      </a>
    ),
  },
  { name: names.place, cell: placeName },
  reasonColumn,
  { name: names.validity, isExtra: true, cell: validityText },
  { name: names.file, isExtra: true, cell: ({ file }) => file && <span class="cut file-name">{file.name}</span> },
  { name: names.status, cell: ({ certificateStatus }) => <CertificateStatus status={certificateStatus} /> },
];
