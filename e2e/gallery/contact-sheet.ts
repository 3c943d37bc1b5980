// All pictures of a gallery on one page, beside each other by view.

export function contactSheet(names: readonly string[]): string {
  const views = new Map<string, string[]>();
  for (const name of names) {
    const view = name.split('-').slice(0, -3).join('-');
    views.set(view, [...(views.get(view) ?? []), name]);
  }
  const parts = [...views].map(
    ([view, own]) =>
      `<h2>${view}</h2><div>${own.map((name) => `<a href="${name}.png"><img loading="lazy" src="${name}.png" alt=""><span>${name}</span></a>`).join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Peek, every view</title>
<style>body{font:13px system-ui;background:#888}div{display:flex;flex-wrap:wrap;gap:8px}a{width:460px;color:#000}img{width:100%;display:block}</style>
${parts.join('\n')}
`;
}
