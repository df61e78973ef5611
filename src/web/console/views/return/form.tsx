import { Csv } from '../../base/download.tsx';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { Table } from '../../base/table.tsx';
import { SourceLink } from '../../base/why/step-list.tsx';
import { baseTexts } from '../../texts/base.ts';
import { returnTexts } from '../../texts/return.ts';
import { noticeTitle } from './checks.ts';
import { type FormTable, formTables, valueText } from './form-tables.ts';
import { returnFormOperation } from './operations.ts';
import { Payment, PaymentFields } from './payment.tsx';
import { byOf, documentsIn, paymentOf, type ReturnKey, restPath } from './return-key.ts';

const { form: texts } = returnTexts;

/** The form of the place with its boxes filled in, for copying. */
export function Form({ name, query }: { readonly name: ReturnKey; readonly query: URLSearchParams }) {
  const payment = paymentOf(query);
  const answer = useQuery(returnFormOperation, payment && { by: byOf(name), ...payment });
  const unpaid = useQuery(returnFormOperation, { by: byOf(name), ...paymentOf(new URLSearchParams()) });
  return (
    <>
      <PaymentFields form={unpaid.data?.taxReturn?.form ?? null} query={query} />
      {!payment && (
        <p class="problem" role="alert">
          {returnTexts.payment.wrongAmount}
        </p>
      )}
      {payment && (
        <Loaded query={answer} field="taxReturn" lines={12}>
          {({ taxReturn }) => {
            const form = taxReturn?.form;
            if (!form) {
              return (
                <section class="panel">
                  <Empty title={texts.none}>{texts.noneText}</Empty>
                </section>
              );
            }
            return (
              <>
                <Panel
                  title={form.name}
                  aside={
                    <Csv name={`form-${form.formCode}-${name.period}`} path={`${restPath(name)}/form?format=csv`} />
                  }
                >
                  {form.notices.length > 0 && (
                    <div class="panel-body stack form-notices">
                      <h3>{texts.notices}</h3>
                      <ul class="stack">
                        {form.notices.map(({ code, message }) => (
                          <li key={message}>
                            <span class="strong">{noticeTitle(code)}</span>
                            <p class="small soft">{message}</p>
                          </li>
                        ))}
                      </ul>
                    </div>
                  )}
                  {form.sources.length > 0 && (
                    <p class="panel-body small soft">
                      {baseTexts.sources}:{' '}
                      {form.sources.map(({ title, url }, index) => (
                        <>
                          {index > 0 && '; '}
                          <SourceLink title={title} url={url} />
                        </>
                      ))}
                    </p>
                  )}
                </Panel>
                {form.payment && <Payment payment={form.payment} />}
                {formTables(form.lines).map((table) => (
                  <FormPart key={table.form} table={table} name={name} />
                ))}
              </>
            );
          }}
        </Loaded>
      )}
    </>
  );
}

type Row = FormTable['rows'][number];

function FormPart({
  table: { form, boxes, columns, rows },
  name,
}: {
  readonly table: FormTable;
  readonly name: ReturnKey;
}) {
  const title = texts.parts(form);
  const nameOf = ({ key, name: text }: Row) => <a href={documentsIn(name, { jurisdiction: key })}>{text}</a>;
  const hasNames = rows.every((row) => row.values[0]?.value === row.name);
  return (
    <Panel title={title} class="form-part">
      {boxes.length > 0 && (
        <Table
          caption={title}
          rows={boxes}
          keyOf={({ box }) => box}
          columns={[
            { name: texts.box, cell: ({ box }) => <BoxName box={box} /> },
            { name: texts.label, cell: ({ label }) => label },
            { name: texts.value, isNumber: true, cell: (box) => <Value value={valueText(box)} /> },
          ]}
        />
      )}
      {rows.length > 0 && (
        <Table
          caption={title}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            ...(hasNames ? [] : [{ name: texts.jurisdiction, cell: nameOf }]),
            ...columns.map(({ box, label }, index) => ({
              name: `${box} · ${label}`,
              isNumber: !(hasNames && index === 0),
              cell: (row: Row) =>
                hasNames && index === 0 ? nameOf(row) : <Value value={valueText(row.values[index]!)} />,
            })),
          ]}
        />
      )}
    </Panel>
  );
}

function Value({ value }: { readonly value: string | null }) {
  return value === null ? <span class="soft">{texts.fill}</span> : <span class="strong">{value}</span>;
}

/** Long names, such as `TotalSales`, break between words. */
function BoxName({ box }: { readonly box: string }) {
  if (box.length <= 8) return <code class="no-wrap">{box}</code>;
  return (
    <code class="form-box">
      {box.split(/(?<=[a-z])(?=[A-Z])/).map((word) => (
        <>
          {word}
          <wbr />
        </>
      ))}
    </code>
  );
}
