// The instructions a study gives its models, each beside ours: a study keeps only what differs.

import { useState } from 'react';
import { diffLines } from 'diff';
import type { StudySettings } from '#app/bridge/index.ts';
import { ownSystemPrompt } from '#core/agents/index.ts';
import { POLICY_PROMPTS, PROMPT_PLACEHOLDERS } from '#core/methods/index.ts';
import { Button } from '../../parts/Button.tsx';
import { MonacoDiff } from '../../parts/MonacoDiff.tsx';

interface Props {
  readonly settings: StudySettings;
  readonly onChange: (settings: StudySettings) => void;
}

type PromptName = 'system' | keyof typeof POLICY_PROMPTS;

const NAMES = ['system', 'distiller', 'cartographer', 'monolithic'] as const satisfies readonly PromptName[];

const TITLES: Readonly<Record<PromptName, string>> = {
  system: 'The agent',
  distiller: 'Distiller',
  cartographer: 'Cartographer',
  monolithic: 'Both in one call',
};

export function PromptsForm({ settings, onChange }: Props) {
  const [name, setName] = useState<PromptName>('system');
  // A new number makes the editor take its text from the settings again.
  const [taken, setTaken] = useState(0);
  const ours = ourPrompt(name, settings);
  const own = ownPrompt(name, settings);
  const missing = missingPlaceholders(name, ours, own);
  return (
    <div className="prompts-form">
      <div className="prompts-names" role="group" aria-label="Prompts">
        {NAMES.map((each) => (
          <button
            key={each}
            type="button"
            className="prompts-name"
            aria-pressed={name === each}
            onClick={() => setName(each)}
            data-testid={`prompt-${each}`}
          >
            {TITLES[each]}
            <span className="prompts-state">{stateOf(each, settings)}</span>
          </button>
        ))}
      </div>
      <div className="prompts-head">
        <p className="soft grow">{noteOf(name, settings)}</p>
        <Button
          reason={own === null ? 'This is our prompt already.' : null}
          onClick={() => {
            onChange(withPrompt(name, settings, null));
            setTaken(taken + 1);
          }}
          testId="prompt-back-to-ours"
        >
          Back to ours
        </Button>
      </div>
      <div className="prompts-sides" aria-hidden="true">
        <span>Ours</span>
        <span>This study’s</span>
      </div>
      <div className="prompts-editor">
        <MonacoDiff
          key={`${name} ${taken}`}
          before={ours}
          after={own ?? ours}
          label={`Prompt of ${TITLES[name]}: ours and this study’s`}
          onChange={(text) => onChange(withPrompt(name, settings, text.trim() === '' || text === ours ? null : text))}
        />
      </div>
      {missing.length > 0 && (
        <p role="status" className="prompts-missing">
          This study’s prompt leaves out {missing.join(', ')}, so the model is not told{' '}
          {missing.map(meaningOf).join(', ')}.
        </p>
      )}
    </div>
  );
}

function ourPrompt(name: PromptName, settings: StudySettings): string {
  return name === 'system' ? ownSystemPrompt(settings.agent) : POLICY_PROMPTS[name];
}

function ownPrompt(name: PromptName, settings: StudySettings): string | null {
  return name === 'system' ? settings.agent.systemPrompt : settings.method.prompts[name];
}

function withPrompt(name: PromptName, settings: StudySettings, text: string | null): StudySettings {
  if (name === 'system') return { ...settings, agent: { ...settings.agent, systemPrompt: text } };
  const { method } = settings;
  return { ...settings, method: { ...method, prompts: { ...method.prompts, [name]: text } } };
}

function stateOf(name: PromptName, settings: StudySettings): string {
  const own = ownPrompt(name, settings);
  if (own === null) return 'ours';
  let added = 0;
  let removed = 0;
  for (const change of diffLines(ourPrompt(name, settings), own)) {
    if (change.added) added += change.count;
    if (change.removed) removed += change.count;
  }
  return `+${added} −${removed} lines`;
}

function noteOf(name: PromptName, settings: StudySettings): string {
  const both = settings.method.update === 'monolithic';
  switch (name) {
    case 'system':
      return 'Stands first in every run. The map follows it at the end of the same message.';
    case 'distiller':
    case 'cartographer':
      return both ? 'Not used while one call does both (Map, More about the map).' : PLACEHOLDERS_NOTE;
    case 'monolithic':
      return both ? PLACEHOLDERS_NOTE : 'Used only where one call does both (Map, More about the map).';
  }
}

const PLACEHOLDERS_NOTE = 'Names in double braces are filled in with the study’s own values at each call.';

function missingPlaceholders(name: PromptName, ours: string, own: string | null): readonly Placeholder[] {
  if (own === null || name === 'system') return [];
  return PROMPT_PLACEHOLDERS.filter((each) => ours.includes(each) && !own.includes(each));
}

type Placeholder = (typeof PROMPT_PLACEHOLDERS)[number];

function meaningOf(placeholder: Placeholder): string {
  switch (placeholder) {
    case '{{sections}}':
      return 'the map’s sections and what belongs into each';
    case '{{budget_tokens}}':
      return 'the budget';
    case '{{item_advice_tokens}}':
      return 'how long an item should be';
    case '{{over_budget}}':
      return 'what happens to a map over its budget';
  }
}
