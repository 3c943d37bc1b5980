// Telling an editor's own text, coming back to it as a property, from a text that somebody else set. An editor tells each
// keystroke; the state comes back later and may by then be a few keystrokes old. Setting it would undo what was typed
// meanwhile and throw the cursor to the beginning.

export interface OwnEcho {
  /** The editor told this text. */
  told(text: string): void;
  /** True when this text is one the editor told and has not seen come back: leave the editor alone. */
  isEcho(text: string): boolean;
}

export function createOwnEcho(): OwnEcho {
  let told: string[] = [];
  return {
    told(text) {
      told.push(text);
    },
    isEcho(text) {
      const place = told.lastIndexOf(text);
      if (place === -1) {
        told = [];
        return false;
      }
      told = told.slice(place + 1);
      return true;
    },
  };
}
