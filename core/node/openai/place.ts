// Where calls go, as error texts name it.

export interface ModelPlace {
  /** For people: "OpenAI", "Ollama". */
  readonly label: string;
  readonly baseUrl: string;
  /** Null for servers that want none. */
  readonly key: string | null;
  /** The environment variable that may hold the key; null where there is none. */
  readonly keyVariable: string | null;
  /** How to start or reach it, for when nothing answers; null where there is nothing to add. */
  readonly hint: string | null;
}

/** "OpenAI (api.openai.com)"; never more of the address than its host. */
export function placeWords(place: ModelPlace): string {
  const host = hostOf(place.baseUrl);
  return host === place.label ? host : `${place.label} (${host})`;
}

export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'an address that is no URL';
}

/** The address without a user, password or query, which may be secret. */
export function shownUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return 'the base URL';
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
