export type DemoSettings = { readonly path: string; readonly header: string };

/** The data embedded in this page. */
export function settingsOf<Settings>(): Settings {
  return JSON.parse(document.getElementById('settings')!.textContent!);
}

/** A demo token, kept in memory; null if there is no demo or the demo does not issue a token to this page. */
export async function fetchDemoToken(demo: DemoSettings | null): Promise<string | null> {
  if (!demo) return null;
  try {
    const answer = await fetch(demo.path, { method: 'POST', headers: { [demo.header]: '1' } });
    return answer.ok ? (await answer.json()).accessToken : null;
  } catch {
    return null;
  }
}
