// Where a part of the window fails, it says so in its own place; the rest goes on, and the study is safe in its file.

import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Empty } from './Empty.tsx';
import { visible } from './visible-text.ts';

interface Props {
  /** What the part is, as words for a person: "The trajectory". */
  readonly name: string;
  /** What it shows: when that changes it is tried again. */
  readonly at?: string;
  readonly children: ReactNode;
}

interface State {
  readonly words: string | null;
}

export class Guard extends Component<Props, State> {
  override state: State = { words: null };

  static getDerivedStateFromError(error: unknown): State {
    return { words: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }

  override componentDidUpdate(before: Props): void {
    if (before.at !== this.props.at && this.state.words !== null) this.setState({ words: null });
  }

  override render(): ReactNode {
    const { words } = this.state;
    if (words === null) return this.props.children;
    return (
      <Empty tone="bad" icon="warning" title={`${this.props.name} cannot be drawn`}>
        <p>A fault of Peek ({visible(words.slice(0, 300))}). Nothing is lost: the study is in its file.</p>
        <Button onClick={() => this.setState({ words: null })}>Try again</Button>
      </Empty>
    );
  }
}
