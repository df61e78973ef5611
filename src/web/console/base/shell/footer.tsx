import { distance, timeZone, today } from '../../format/format.ts';
import { baseTexts } from '../../texts/base.ts';
import { shellOperation } from '../operations.ts';
import { useQuery } from '../query.ts';

/** The rate book, currency and time zone behind all figures. */
export function Footer() {
  const { data } = useQuery(shellOperation, {});
  if (!data) return <footer class="foot" />;
  const { rateBook } = data.serviceInfo;
  const { footer } = baseTexts;
  const age = rateBook.readOn === today() ? footer.readToday : footer.read(distance(rateBook.readOn));
  return (
    <footer class="foot small soft">
      <dl>
        <div>
          <dt>{footer.rateBook}</dt>
          <dd>
            {rateBook.version}, {age}
            {rateBook.overduePlaceCount > 0 && `, ${footer.overdue(rateBook.overduePlaceCount)}`}
          </dd>
        </div>
        <div>
          <dt>{footer.currency}</dt>
          <dd>{data.account.reportingCurrency ?? data.account.defaultCurrency}</dd>
        </div>
        <div>
          <dt>{footer.timeZone}</dt>
          <dd>{timeZone()}</dd>
        </div>
      </dl>
    </footer>
  );
}
