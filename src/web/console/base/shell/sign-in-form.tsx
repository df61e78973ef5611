import { useEffect, useState } from 'preact/hooks';
import { baseTexts } from '../../texts/base.ts';
import { Mark } from '../icons.tsx';
import { forgetAnswers } from '../query.ts';
import { type ClientSignIn, canUseIssuer, signedOutReason, signInAsClient, signInAtIssuer } from '../session.ts';

const { signIn: texts } = baseTexts;
const problems: Readonly<Record<Exclude<ClientSignIn, 'signed-in'>, string>> = {
  wrong: texts.wrong,
  busy: texts.busy,
  unreachable: texts.unreachable,
};

/** Users sign in through their organization; a client id and secret are for operators. */
export function SignIn() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${texts.title} · ${baseTexts.product}`;
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    forgetAnswers(); // The cached data may belong to another account.
    const outcome = await signInAsClient(String(sent.get('clientId')), String(sent.get('clientSecret')));
    if (outcome === 'signed-in') return;
    setBusy(false);
    setProblem(problems[outcome]);
  };
  const reason = signedOutReason.value;
  const notice = reason === null || reason === 'fresh' || reason === 'left' ? null : texts.reasons[reason];
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark />
        <h1>{texts.title}</h1>
        {(problem ?? notice) && (
          <p class="problem" role="alert">
            {problem ?? notice}
          </p>
        )}
        {canUseIssuer && (
          <>
            <button type="button" class="primary wide" onClick={signInAtIssuer}>
              {texts.issuer}
            </button>
            <p class="divider soft small">{texts.or}</p>
          </>
        )}
        <form onSubmit={submit}>
          <label>
            {texts.clientId}
            <input name="clientId" autocomplete="username" required spellcheck={false} />
          </label>
          <label>
            {texts.clientSecret}
            <input name="clientSecret" type="password" autocomplete="current-password" required />
          </label>
          <button type="submit" class={canUseIssuer ? 'wide' : 'primary wide'} disabled={isBusy}>
            {texts.submit}
          </button>
        </form>
        <p class="soft small">{texts.note}</p>
      </div>
    </main>
  );
}
