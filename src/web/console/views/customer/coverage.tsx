import { useRef, useState } from 'preact/hooks';
import { Facts } from '../../base/facts.tsx';
import { certificateLink, newCertificateLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { navigate, withQuery } from '../../base/router.ts';
import { dayText, distance, isDay, today } from '../../format/format.ts';
import { customerTexts } from '../../texts/customers.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { type Cell, countsOf, nextCell } from './coverage-cells.ts';
import { coverageOperation } from './operations.ts';

const { coverage: texts } = customerTexts;

type CoverageProps = { readonly serviceId: string; readonly isAlways: boolean; readonly query: URLSearchParams };

/** The coverage of the customer's certificates on a day, by state. */
export function Coverage({ serviceId, isAlways, query }: CoverageProps) {
  const sent = query.get('on');
  const asOf = isDay(sent) ? sent : today();
  const answer = useQuery(coverageOperation, { by: { serviceId }, asOf });
  const day = (
    <label class="inline">
      {texts.asOf}
      <input
        type="date"
        value={asOf}
        onChange={({ currentTarget: { value } }) =>
          navigate(withQuery({ on: value === today() ? null : value }), { replace: true })
        }
      />
    </label>
  );
  return (
    <Panel title={texts.title} aside={day}>
      <Loaded query={answer} field="customer" lines={4}>
        {({ customer }) => {
          const cells = customer?.exemptionCoverage ?? [];
          if (cells.length === 0) return <Empty title={customerTexts.certificates.none.title} />;
          const chosen = cells.find(({ state }) => state === query.get('state'));
          return (
            <div class="panel-body stack">
              <p class="soft">{isAlways ? texts.always : summaryOf(cells)}</p>
              <Strip cells={cells} chosen={chosen?.state ?? null} />
              {chosen && <Detail cell={chosen} serviceId={serviceId} />}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function summaryOf(cells: readonly Cell[]): string {
  const { covered, expiring, without } = countsOf(cells);
  return texts.summary(covered, expiring, without);
}

type StripProps = { readonly cells: readonly Cell[]; readonly chosen: string | null };

/** The states as links with one shared Tab stop; arrow keys move between them. */
function Strip({ cells, chosen }: StripProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(
    Math.max(
      0,
      cells.findIndex(({ state }) => state === chosen),
    ),
  );
  const move = (event: KeyboardEvent) => {
    const links = strip.current?.querySelectorAll('a') ?? [];
    const top = links[0]?.offsetTop;
    const perLine = [...links].filter(({ offsetTop }) => offsetTop === top).length;
    const next = nextCell(current, event.key, { length: links.length, perLine });
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    links[next]?.focus();
  };
  return (
    <>
      <ul class="strip" aria-label={texts.group} ref={strip} onKeyDown={move}>
        {cells.map(({ state, stateName, status, exemption }, index) => {
          const through = status === 'GAP' ? null : (exemption?.validThrough ?? null);
          const label = texts.cell(state, stateName, known(texts.statuses, status), through && dayText(through));
          return (
            <li key={state}>
              <a
                href={withQuery({ state: state === chosen ? null : state })}
                class={`cell cell-${status.toLowerCase()}`}
                aria-label={label}
                title={label}
                aria-current={state === chosen ? 'true' : undefined}
                tabIndex={index === current ? 0 : -1}
                onFocus={() => setCurrent(index)}
              >
                {state}
              </a>
            </li>
          );
        })}
      </ul>
      <ul class="legend small soft" aria-hidden="true">
        {(['COVERED', 'EXPIRING_SOON', 'NOT_ACCEPTED', 'GAP', 'NO_TAX'] as const)
          .filter((status) => cells.some((cell) => cell.status === status))
          .map((status) => (
            <li key={status}>
              <span class={`swatch cell-${status.toLowerCase()}`} />
              {texts.statuses[status]}
            </li>
          ))}
      </ul>
    </>
  );
}

function Detail({ cell, serviceId }: { readonly cell: Cell; readonly serviceId: string }) {
  const { state, stateName, status, exemption, note, acceptance } = cell;
  return (
    <section class="inset" aria-label={stateName}>
      <h3>
        {stateName}: {known(texts.statuses, status)}
      </h3>
      {status === 'NO_TAX' && <p>{texts.noTax}</p>}
      {status === 'GAP' && <p>{texts.gap}</p>}
      {exemption && (
        <Facts
          facts={[
            [
              texts.certificate,
              <a href={certificateLink(exemption.serviceId)}>
                {exemption.certificate?.certificateId ?? texts.noNumber}
              </a>,
            ],
            [
              texts.validThrough,
              exemption.validThrough === null
                ? texts.validUntilFurther
                : `${dayText(exemption.validThrough)}, ${distance(exemption.validThrough)}`,
            ],
            [texts.reason, exemption.exemptionReason && known(recordTexts.exemptionReasons, exemption.exemptionReason)],
            [
              texts.accepted,
              acceptance && (
                <>
                  {known(texts.acceptances, acceptance.acceptance)}
                  {acceptance.note !== null && <p class="soft">{acceptance.note}</p>}
                </>
              ),
            ],
            [texts.limited, note],
          ]}
        />
      )}
      {status !== 'NO_TAX' && status !== 'COVERED' && (
        <p>
          <a href={newCertificateLink(serviceId, { state })}>{texts.add(stateName)}</a>
        </p>
      )}
    </section>
  );
}
