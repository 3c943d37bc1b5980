// Server-sent events out of pieces of text, as the standard's "event stream interpretation" says, as far as model servers
// use it: the fields event and data, comments, three kinds of line ends, and a last event without its empty line. Written
// by hand since the SDK's own reader takes more processor time than all the rest of a short call.

export interface ServerEvent {
  readonly event: string | null;
  readonly data: string;
}

export class ServerEvents {
  private line = '';
  private afterReturn = false;
  private event: string | null = null;
  private data: string[] = [];

  /** Takes the next piece; returns the events it completes. */
  take(text: string): readonly ServerEvent[] {
    const events: ServerEvent[] = [];
    let from = this.afterReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.afterReturn = false;
    while (from < text.length) {
      const end = lineEnd(text, from);
      if (end === -1) break;
      this.takeLine(this.line + text.slice(from, end), events);
      this.line = '';
      from = end + 1;
      if (text[end] !== '\r') continue;
      if (from === text.length) this.afterReturn = true;
      else if (text[from] === '\n') from++;
    }
    this.line += text.slice(from);
    return events;
  }

  /** What was still under way when the stream ended. */
  end(): readonly ServerEvent[] {
    const events: ServerEvent[] = [];
    if (this.line !== '') this.takeLine(this.line, events);
    this.line = '';
    this.takeLine('', events);
    return events;
  }

  private takeLine(line: string, events: ServerEvent[]): void {
    if (line === '') {
      if (this.data.length > 0 || this.event !== null) events.push({ event: this.event, data: this.data.join('\n') });
      this.event = null;
      this.data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') this.event = value;
    else if (field === 'data') this.data.push(value);
  }
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const back = text.indexOf('\r', from);
  if (feed === -1 || back === -1) return Math.max(feed, back);
  return Math.min(feed, back);
}
