// How the map is kept: budget, evolve steps, the Evictor's order, weights, sections; how the agent works; caps.

import type { StudySettings } from '#app/bridge/index.ts';
import { SECTIONS, sectionOf } from '#core/map/index.ts';
import { CheckField, NumberField, SelectField } from './fields.tsx';
import { Field } from '../Dialog.tsx';

interface Props {
  readonly settings: StudySettings;
  readonly onChange: (settings: StudySettings) => void;
}

const TAGS = ['helpful', 'harmful', 'neutral', 'stale'] as const;

export function MethodForm({ settings, onChange }: Props) {
  const { method } = settings;
  const change = (next: Partial<StudySettings['method']>) => onChange({ ...settings, method: { ...method, ...next } });
  return (
    <>
      <div className="field-grid">
        <SelectField
          label="Method"
          value={method.kind}
          options={[
            { value: 'peek', label: 'PEEK: a context map' },
            { value: 'none', label: 'None: the agent alone' },
          ]}
          onChange={(kind) => change({ kind: kind === 'none' ? 'none' : 'peek' })}
        />
        <NumberField
          label="Budget B (tokens)"
          value={method.budgetTokens}
          min={1}
          hint="of the whole map, headings included"
          onChange={(value) => change({ budgetTokens: Math.round(value ?? method.budgetTokens) })}
          testId="budget-field"
        />
        <NumberField
          label="Evolve steps m"
          value={method.evolveSteps}
          min={0}
          placeholder="every query"
          hint="after m queries the map is frozen"
          onChange={(value) => change({ evolveSteps: value === null ? null : Math.round(value) })}
          testId="evolve-field"
        />
        <SelectField
          label="Order of eviction"
          value={method.evictionOrder}
          options={[
            { value: 'section-then-score', label: 'section, then score, then age' },
            { value: 'score-then-section', label: 'score, then section, then age' },
          ]}
          onChange={(order) =>
            change({ evictionOrder: order === 'score-then-section' ? 'score-then-section' : 'section-then-score' })
          }
        />
      </div>
      <CheckField
        label="Review edits"
        hint="proposed edits wait for your decision"
        checked={settings.reviewEdits}
        onChange={(reviewEdits) => onChange({ ...settings, reviewEdits })}
      />
      <details className="more">
        <summary>More about the map</summary>
        <div className="more-body">
          <Field label="Weights of the tags">
            <span className="weights">
              {TAGS.map((tag) => (
                <span key={tag} className={`what-if-weight tag-${tag}`}>
                  {tag}
                  <input
                    type="number"
                    step={0.5}
                    aria-label={`Weight of ${tag}`}
                    className="figure-field"
                    value={method.tagWeights[tag]}
                    onChange={(event) =>
                      change({ tagWeights: { ...method.tagWeights, [tag]: Number(event.target.value) || 0 } })
                    }
                  />
                </span>
              ))}
            </span>
          </Field>
          <fieldset className="sections-field">
            <legend className="field-label">Sections</legend>
            {SECTIONS.map(({ id }) => (
              <label key={id} className={`section-${id}`} style={{ color: 'var(--c)' }}>
                <input
                  type="checkbox"
                  checked={method.sections.includes(id)}
                  onChange={(event) =>
                    change({
                      sections: SECTIONS.map((section) => section.id).filter((each) =>
                        each === id ? event.target.checked : method.sections.includes(each),
                      ),
                    })
                  }
                />{' '}
                {sectionOf(id).title}
              </label>
            ))}
          </fieldset>
          <CheckField
            label="Evict"
            hint="off: the map freezes on reaching its budget"
            checked={method.eviction}
            onChange={(eviction) => change({ eviction })}
          />
          <CheckField
            label="One call for both"
            hint="the Distiller’s and the Cartographer’s work in a single call (monolithic update)"
            checked={method.update === 'monolithic'}
            onChange={(on) => change({ update: on ? 'monolithic' : 'separate' })}
          />
          <CheckField
            label="Blank slate"
            hint="the map starts without its headings"
            checked={method.blankSlate}
            onChange={(blankSlate) => change({ blankSlate })}
          />
          <CheckField
            label="The Distiller sees the ground truth"
            hint="the study records which; off as in the paper"
            checked={method.showTruth}
            onChange={(showTruth) => change({ showTruth })}
          />
          <div className="field-grid">
            <NumberField
              label="Advice: tokens per item"
              value={method.itemAdviceTokens}
              min={1}
              onChange={(value) => change({ itemAdviceTokens: Math.round(value ?? 80) })}
            />
            <NumberField
              label="Trajectory shown to the Distiller (characters)"
              value={method.trajectoryChars}
              min={1}
              onChange={(value) => change({ trajectoryChars: Math.round(value ?? 300_000) })}
            />
            <SelectField
              label="Tokenizer"
              value={method.tokenizer}
              options={['o200k_base', 'cl100k_base', 'estimate'].map((value) => ({ value, label: value }))}
              onChange={(value) =>
                change({ tokenizer: value === 'cl100k_base' || value === 'estimate' ? value : 'o200k_base' })
              }
            />
          </div>
        </div>
      </details>
    </>
  );
}

export function AgentForm({ settings, onChange }: Props) {
  const { agent } = settings;
  const change = (next: Partial<StudySettings['agent']>) => onChange({ ...settings, agent: { ...agent, ...next } });
  const whole = (value: number | null, or: number) => Math.max(1, Math.round(value ?? or));
  return (
    <>
      <div className="field-grid">
        <NumberField
          label="Iterations at most"
          value={agent.maxIterations}
          min={1}
          onChange={(value) => change({ maxIterations: whole(value, 30) })}
        />
        <NumberField
          label="Depth of sub-agents"
          value={agent.maxDepth}
          min={1}
          hint="1: plain sub-calls only"
          onChange={(value) => change({ maxDepth: whole(value, 1) })}
        />
        <NumberField
          label="Output shown to the model (characters)"
          value={agent.shownOutputChars}
          min={1}
          onChange={(value) => change({ shownOutputChars: whole(value, 20_000) })}
        />
        <NumberField
          label="Sub-calls at most"
          value={agent.maxSubcalls}
          min={0}
          onChange={(value) => change({ maxSubcalls: Math.max(0, Math.round(value ?? 1_000)) })}
        />
        <SelectField
          label="How it answers"
          value={agent.protocol}
          options={[
            { value: 'final', label: 'FINAL(…) and FINAL_VAR(…)' },
            { value: 'answer', label: 'the answer variable' },
          ]}
          onChange={(protocol) => change({ protocol: protocol === 'answer' ? 'answer' : 'final' })}
        />
        <SelectField
          label="Python"
          value={agent.python}
          options={[
            { value: 'sandbox', label: 'in the sandbox' },
            { value: 'native', label: 'python3 of this machine: NOT sandboxed' },
          ]}
          onChange={(python) => change({ python: python === 'native' ? 'native' : 'sandbox' })}
          {...(agent.python === 'native'
            ? { hint: 'Model-written code can then read your files and use the network.' }
            : {})}
        />
        <NumberField
          label="Time limit of a block (s)"
          value={agent.blockTimeoutMs / 1_000}
          min={1}
          onChange={(value) => change({ blockTimeoutMs: whole(value, 120) * 1_000 })}
        />
        <NumberField
          label="Memory limit (MB)"
          value={agent.memoryMb}
          min={64}
          onChange={(value) => change({ memoryMb: whole(value, 2_048) })}
        />
      </div>
    </>
  );
}

export function CapsForm({ settings, onChange }: Props) {
  return (
    <>
      <p className="soft">A run stops before a cap is passed. Empty means no cap.</p>
      <CapFields
        title="The whole study"
        caps={settings.studyCaps}
        onChange={(studyCaps) => onChange({ ...settings, studyCaps })}
      />
      <CapFields title="Each run" caps={settings.runCaps} onChange={(runCaps) => onChange({ ...settings, runCaps })} />
    </>
  );
}

function CapFields({
  title,
  caps,
  onChange,
}: {
  readonly title: string;
  readonly caps: StudySettings['studyCaps'];
  readonly onChange: (caps: StudySettings['studyCaps']) => void;
}) {
  const positive = (value: number | null) => (value === null || value <= 0 ? null : Math.round(value));
  return (
    <fieldset className="cap-field">
      <legend className="field-label">{title}</legend>
      <div className="field-grid four">
        <NumberField
          label="Dollars"
          value={caps.microUsd === null ? null : caps.microUsd / 1_000_000}
          min={0}
          placeholder="no cap"
          onChange={(value) => onChange({ ...caps, microUsd: value === null ? null : positive(value * 1_000_000) })}
        />
        <NumberField
          label="Tokens"
          value={caps.tokens}
          min={0}
          placeholder="no cap"
          onChange={(value) => onChange({ ...caps, tokens: positive(value) })}
        />
        <NumberField
          label="Calls"
          value={caps.calls}
          min={0}
          placeholder="no cap"
          onChange={(value) => onChange({ ...caps, calls: positive(value) })}
        />
        <NumberField
          label="Minutes"
          value={caps.minutes}
          min={0}
          placeholder="no cap"
          onChange={(value) => onChange({ ...caps, minutes: value === null || value <= 0 ? null : value })}
        />
      </div>
    </fieldset>
  );
}
