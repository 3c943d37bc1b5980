// Exporting: the map as JSON, prompt or Markdown, to a file or the clipboard; the whole study as one page or as replies.

import { useState } from 'react';
import type { ExportFormat } from '#app/bridge/index.ts';
import { notify } from '../actions/notices.ts';
import { closeDialog, copyText } from '../actions/views.ts';
import { request } from '../host/current-host.ts';
import { Button } from '../parts/Button.tsx';
import { useRequest } from '../parts/use-request.ts';
import { visible } from '../parts/visible-text.ts';
import { WorkLine } from '../parts/WorkLine.tsx';
import { shownVersion } from '../store/shown.ts';
import { useStore } from '../store/store.ts';
import { Dialog } from './Dialog.tsx';
import { CheckField } from './forms/fields.tsx';

const FORMATS: readonly { readonly format: ExportFormat; readonly title: string; readonly words: string }[] = [
  { format: 'json', title: 'JSON', words: 'the map, by its schema' },
  { format: 'prompt', title: 'Prompt', words: 'the exact text' },
  { format: 'markdown', title: 'Markdown', words: 'for reading' },
  { format: 'html', title: 'One page', words: 'the study, to share' },
  { format: 'cassette', title: 'Replies', words: 'to replay without a model' },
  { format: 'otel', title: 'Spans', words: 'for OpenTelemetry' },
];

function asText(format: ExportFormat): 'json' | 'prompt' | 'markdown' | null {
  return format === 'html' || format === 'cassette' || format === 'otel' ? null : format;
}

const PREVIEW = 60_000;

export function ExportDialog() {
  const [format, setFormat] = useState<ExportFormat>('json');
  const [saving, setSaving] = useState(false);
  const [trimmed, setTrimmed] = useState(false);
  const version = useStore(shownVersion);
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const kind = asText(format);
  const question = `${version?.id ?? ''} ${format}`;
  const text = useRequest(
    'export.text',
    version === null || kind === null ? null : { handle, versionId: version.id, format: kind },
    question,
  );
  if (version === null) return null;
  const ready = text.kind === 'data' && text.answers === question;
  const save = async () => {
    setSaving(true);
    const saved = await request('export.save', { handle, versionId: version.id, format, trimmed });
    setSaving(false);
    if (saved.ok) {
      const { fileName, leftOut } = saved.value;
      notify(
        'good',
        `Saved as ${fileName}.${leftOut.length === 0 ? '' : ` Left out to keep it small: ${leftOut.join('; ')}.`}`,
      );
      closeDialog();
    } else if (saved.error.kind !== 'cancelled') notify('bad', saved.error.words);
  };
  return (
    <Dialog
      title={`Export ${version.id}`}
      size="steady"
      testId="export-dialog"
      foot={
        <>
          {saving ? (
            <WorkLine words="Saving…" />
          ) : (
            <span className="dim">Keys and secrets are never part of an export.</span>
          )}
          <span className="grow" />
          {kind !== null && (
            <Button
              icon="copy"
              reason={ready ? null : 'The text is not there yet.'}
              onClick={() => ready && void copyText(text.value, 'Export')}
              testId="export-copy"
            >
              Copy
            </Button>
          )}
          <Button
            kind="primary"
            icon="export"
            reason={saving ? 'Saving…' : null}
            onClick={() => void save()}
            testId="export-save"
          >
            Save…
          </Button>
        </>
      }
    >
      <div className="choice-row six" role="group" aria-label="Format">
        {FORMATS.map((each) => (
          <button
            key={each.format}
            type="button"
            aria-pressed={each.format === format}
            onClick={() => setFormat(each.format)}
            data-testid={`export-${each.format}`}
          >
            <b>{each.title}</b>
            {each.words}
          </button>
        ))}
      </div>
      <div className="export-what">
        {format === 'cassette' && (
          <>
            <p className="soft">
              A cassette: every recorded call with its reply, so that the study can be run again from them without a
              model.
            </p>
            <CheckField
              label="Leave the prompts out"
              hint="no word of the context, the map or the queries but what the replies say; it still replays"
              checked={trimmed}
              onChange={setTrimmed}
            />
          </>
        )}
        {format === 'html' && (
          <p className="soft">
            One HTML file with the study and its whole history, to read: it opens in any browser, without Peek and
            without a network. The context itself is not in it; very long outputs are cut, and the page says where.
          </p>
        )}
        {format === 'otel' && (
          <p className="soft">
            The history of the map as OpenTelemetry memory spans (OTLP in JSON): a store for each branch, a record for
            each item, a span for each time one was added, rewritten, deleted or evicted, below the calls that led to
            it. It holds the texts of the items.
          </p>
        )}
        {kind !== null && (
          <pre className="export-text" data-testid="export-text" tabIndex={0} aria-label="What will be exported">
            {text.kind === 'data'
              ? visible(text.value.slice(0, PREVIEW))
              : text.kind === 'error'
                ? text.words
                : 'Reading…'}
          </pre>
        )}
      </div>
    </Dialog>
  );
}
