import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { inlineScript, pageHtml } from './page-html.ts';

const parts = { title: 'T', mapText: 'map', style: 'b{}', script: '1', scriptHash: 'HASH', data: 'QUJD' };

describe('the page of a shared study', () => {
  it('lets one script run, by its hash, and fetch nothing', () => {
    const html = pageHtml(parts);
    expect(html).toContain("default-src 'none'; script-src 'sha256-HASH'");
    expect(html).not.toMatch(/(src|href)=/);
    expect(html).not.toContain('connect-src');
  });

  it('shows titles and maps that hold tags as text', () => {
    const hostile = '</title><script>alert(1)</script>';
    const html = pageHtml({ ...parts, title: hostile, mapText: `</pre></noscript>${hostile}` });
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('alert(1)</script>');
  });

  it('takes only base64 as the study', () => {
    expect(pageHtml({ ...parts, data: 'QUJD</script><script>x' })).toContain('>QUJD/scriptscriptx<');
  });

  it('inlines a program whose strings would end or hide its element, with the same meaning', () => {
    const script = 'return ["</script><script><!--", /<\\/script>/u.test("</script>"), "a\u2028b"]';
    const inlined = inlineScript(script);
    expect(inlined).not.toMatch(/<\/?script|<!--|\u2028/i);
    // The one way to see that a program means the same is to run both.
    const run = (program: string): unknown => runInNewContext(`(() => { ${program} })()`);
    expect(run(inlined)).toEqual(run(script));
  });
});
