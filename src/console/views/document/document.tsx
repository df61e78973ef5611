import { Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { Loaded } from '../../base/states.tsx';
import type { ViewProps } from '../../base/view.ts';
import { documentOperation } from './operations.ts';

export function DocumentView({ params }: ViewProps) {
  const answer = useQuery(documentOperation, { by: { serviceId: params.id ?? '' } });
  return (
    <Loaded query={answer} field="transaction">
      {({ transaction }) => <Page title={transaction?.externalId ?? ''}>{''}</Page>}
    </Loaded>
  );
}
