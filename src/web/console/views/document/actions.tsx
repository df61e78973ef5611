import { useRef, useState } from 'preact/hooks';
import { Action } from '../../base/dialog.tsx';
import { byteOrderMark, saveFile } from '../../base/download.tsx';
import { returnLink } from '../../base/links.ts';
import { useQuery } from '../../base/query.ts';
import { baseTexts } from '../../texts/base.ts';
import { documentTexts } from '../../texts/documents.ts';
import { CancelDialog, RecalculateDialog } from './changes.tsx';
import { csvOf, curlOf, graphqlOf, type ShownDocument } from './copies.ts';
import { documentReturnOperation } from './operations.ts';
import { RefundDialog } from './refund.tsx';

const { actions: texts, lines } = documentTexts;

/** The actions on a document. Changes ask for confirmation. */
export function Actions({ document }: { readonly document: ShownDocument }) {
  const { transactionType, transactionStatus, transactionFilingStatus } = document;
  const isCancelled = transactionStatus === 'CANCELLED';
  const isFiled = transactionFilingStatus === 'FILED';
  const why = isFiled ? 'why-fixed' : undefined;
  const fixed = { disabled: isFiled, 'aria-describedby': why };
  return (
    <>
      {transactionType === 'INVOICE' && !isCancelled && (
        <Action text={texts.refund}>{(close) => <RefundDialog document={document} onClose={close} />}</Action>
      )}
      {!isCancelled && (
        <>
          <Action text={texts.recalculate} {...fixed}>
            {(close) => <RecalculateDialog document={document} onClose={close} />}
          </Action>
          <Action text={texts.cancel} {...fixed}>
            {(close) => <CancelDialog document={document} onClose={close} />}
          </Action>
        </>
      )}
      <More document={document} />
      {isFiled && !isCancelled && <WhyFixed document={document} id={why} />}
    </>
  );
}

function returnFilter({ taxDate, reportingPeriod, places: [at] }: ShownDocument) {
  const day = reportingPeriod?.from ?? taxDate;
  return {
    country: { eq: at?.country },
    state: at?.state == null ? { isNull: true } : { eq: at.state },
    scheme: { eq: 'STANDARD' as const },
    from: { lte: day },
    to: { gte: day },
  };
}

function WhyFixed({ document, id }: { readonly document: ShownDocument; readonly id: string | undefined }) {
  const filed = useQuery(documentReturnOperation, { filter: returnFilter(document) }).data?.taxReturns?.nodes[0];
  return (
    <p class="small soft actions-note" id={id}>
      {texts.filed} {filed ? <a href={returnLink(filed)}>{texts.reopen}</a> : texts.reopen} {texts.toChange}
    </p>
  );
}

function More({ document }: { readonly document: ShownDocument }) {
  const menu = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const done = (text: string) => {
    menu.current?.hidePopover();
    setSaid(text);
    setTimeout(() => setSaid(''), 3_000);
  };
  const copy = (text: string) => navigator.clipboard.writeText(text).then(() => done(baseTexts.copied));
  const entries: readonly (readonly [string, () => void])[] = [
    [texts.copyLink, () => copy(location.href)],
    [texts.copyCurl, () => copy(curlOf(document, location.origin))],
    [texts.copyGraphql, () => copy(graphqlOf(document))],
    [
      texts.csv,
      () => {
        saveFile(`${document.externalId}.csv`, new Blob([byteOrderMark, csvOf(document, lines.shipping)]));
        done('');
      },
    ],
    [
      texts.print,
      () => {
        done('');
        print();
      },
    ],
  ];
  return (
    <div class="more">
      <button type="button" popovertarget="document-menu" aria-haspopup="true">
        {texts.more}
      </button>
      <div class="popover" id="document-menu" popover="auto" ref={menu}>
        {entries.map(([name, act]) => (
          <button type="button" class="quiet" key={name} onClick={act}>
            {name}
          </button>
        ))}
      </div>
      <span class="small good" role="status">
        {said}
      </span>
    </div>
  );
}
