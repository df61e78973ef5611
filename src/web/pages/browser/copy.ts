/** Adds a copy button to every code block. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLPreElement>('pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, copyButton(block));
  }
}

function copyButton(block: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    button.textContent = (await copy(block)) ? 'Copied' : 'Press Ctrl-C';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  return button;
}

/** Pages without TLS have no clipboard access, except on localhost. Without access, the text is selected instead. */
async function copy(block: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(block.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(block);
    return false;
  }
}

/** Commands use the URL at which the reader sees this page. */
export function writeOwnAddress(): void {
  for (const block of document.querySelectorAll('pre')) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      node.nodeValue = node.nodeValue!.replaceAll(/(?:http:\/\/)?localhost:4000/g, location.origin);
    }
  }
}
