// The manual model asks: the exact messages of a call, and the place for its reply.

import { useState } from 'react';
import type { Pushes } from '#app/bridge/index.ts';
import { stop } from '../actions/commands.ts';
import { notify } from '../actions/notices.ts';
import { copyText } from '../actions/views.ts';
import { whole } from '../format/numbers.ts';
import { request } from '../host/current-host.ts';
import { Messages } from '../panels/prompts/PromptsPanel.tsx';
import { Button } from '../parts/Button.tsx';
import { setStudy, store } from '../store/store.ts';
import { Dialog, Field } from './Dialog.tsx';
import './settings.css';

export function ManualDialog({ asked }: { readonly asked: Pushes['manual.asked'] }) {
  const [text, setText] = useState('');
  const reply = async () => {
    const sent = await request('manual.reply', { handle: asked.handle, callId: asked.callId, text });
    if (!sent.ok) {
      notify('bad', sent.error.words);
      return;
    }
    setStudy({ asked: store.getState().study.asked.filter((each) => each.callId !== asked.callId) });
  };
  const whole_ = asked.messages.map((message) => `${message.role.toUpperCase()}\n${message.content}`).join('\n\n');
  return (
    <Dialog
      title={`You are the ${asked.role} model`}
      size="large"
      testId="manual-dialog"
      onClose={() => notify('info', 'The run waits for this reply. Stop ends it.')}
      foot={
        <>
          <Button icon="copy" onClick={() => void copyText(whole_, 'Messages')}>
            Copy the messages
          </Button>
          <Button kind="danger" icon="stop" onClick={() => void stop()}>
            Stop the run
          </Button>
          <span className="grow" />
          <Button
            kind="primary"
            reason={text.trim() === '' ? 'Write the reply first.' : null}
            onClick={() => void reply()}
            testId="manual-send"
          >
            Reply
          </Button>
        </>
      }
    >
      <div className="manual-messages scroll" tabIndex={0} role="region" aria-label="Messages">
        <Messages messages={asked.messages} />
      </div>
      <Field label="Reply" hint={`${whole(text.length)} characters`}>
        <textarea
          rows={9}
          data-first=""
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mono"
          data-testid="manual-text"
        />
      </Field>
    </Dialog>
  );
}
