// The window's own small icon set: 16-unit line drawings that take the text colour, so they follow every theme.

const PATHS = {
  step: 'M5 3.5v9l7-4.5z',
  runAll: 'M2.5 3.5v9L8 8zM8.5 3.5v9L14 8z',
  stop: 'M4 4h8v8H4z',
  pause: 'M5 3.5v9M11 3.5v9',
  back: 'M11 3.5v9L4 8z',
  freeze:
    'M8 1.5v13M2.4 4.75l11.2 6.5M13.6 4.75 2.4 11.25M6.2 2.6 8 4.3l1.8-1.7M6.2 13.4 8 11.7l1.8 1.7M2.6 7.3l2.3.6-.6 2.3M13.4 8.7l-2.3-.6.6-2.3',
  /** Frost that melts. */
  thaw: 'M8 1.8c2.7 3.3 4.2 5.6 4.2 7.7a4.2 4.2 0 0 1-8.4 0c0-2.100 1.500-4.400 4.200-7.700z',
  /** Up to a line. */
  budget: 'M2.5 2.8h11M8 13.5V6M5 9l3-3 3 3',
  takenBack: 'M3.4 8.6a4.7 4.7 0 1 0 1.5-4M4.600 1.800v3h3',
  doneAgain: 'M12.6 8.6a4.7 4.7 0 1 1-1.5-4M11.400 1.800v3h-3',
  rollback: 'M5.5 3 2.5 6l3 3M2.5 6H9a4 4 0 0 1 0 8H6',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H9a4 4 0 0 1 0 8H6',
  redo: 'M10.5 3l3 3-3 3M13.5 6H7a4 4 0 0 0 0 8h3',
  export: 'M8 10V2M5 4.8 8 2l3 2.8M3 9v4.5h10V9',
  open: 'M2 12.5v-9h4l1.5 1.8H14v7.2z',
  branch:
    'M4.5 5.5v5M4.5 5.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM4.5 14.1a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM11.5 7.1a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM11.5 7.1c0 2.6-7 1.4-7 4',
  pin: 'M10 1.8 14.2 6l-2.3.6-2.6 2.6-.4 3-5.1-5.1 3-.4L9.4 4zM6 10l-3.8 3.8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  edit: 'M10.8 2.8l2.4 2.4L5.5 13l-3.2.8.8-3.2z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14',
  chevronDown: 'M4 6l4 4 4-4',
  chevronRight: 'M6 4l4 4-4 4',
  chevronLeft: 'M10 4 6 8l4 4',
  chevronUp: 'M4 10l4-4 4 4',
  warning: 'M8 2.2 14.5 13.5h-13zM8 6.3v3.4M8 11.3v.4',
  info: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 7.2V11M8 5v.4',
  settings: 'M2.5 4.5h5M10.5 4.5h3M2.5 11.5h3M8.5 11.5h5M9 3v3M7 10v3',
  note: 'M3 2.5h10v7.5l-3.5 3.5H3zM9.5 13.5V10H13',
  ghost: 'M3.5 14V7a4.5 4.5 0 0 1 9 0v7l-1.5-1.3L9.5 14 8 12.7 6.5 14 5 12.7zM6.3 7v.5M9.7 7v.5',
  compare: 'M6 2.5H2.5v11H6M10 2.5h3.5v11H10M8 1.5v13',
  clock: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 4.8V8l2.3 1.6',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  whatIf: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.3M8 11.2v.3',
  drag: 'M6 3.5v.1M10 3.5v.1M6 8v.1M10 8v.1M6 12.5v.1M10 12.5v.1',
  bin: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  file: 'M4 1.8h5.2L12.5 5v9.2H4zM9 2v3.2h3.2',
  keyboard: 'M1.8 4h12.4v8H1.8zM4.5 9.5h7M4.3 6.5h.1M7 6.5h.1M9.5 6.5h.1M11.8 6.5h.1',
  focus: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  evict: 'M5.5 3.5h8v9h-8L2 8zM7.6 6.2l3.6 3.6M11.2 6.2 7.6 9.8',
  hand: 'M10.8 2.8l2.4 2.4L5.5 13l-3.2.8.8-3.2z',
  lock: 'M4 7.5h8v6H4zM5.7 7.5V5.3a2.3 2.3 0 0 1 4.6 0v2.2',
  link: 'M7 9.3a2.6 2.6 0 0 0 3.7 0l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-1 1M9 6.7a2.6 2.6 0 0 0-3.7 0L3.100 8.900a2.6 2.6 0 0 0 3.7 3.7l1-1',
  spark: 'M8 2v4M8 10v4M2 8h4M10 8h4',
} as const;

export type IconName = keyof typeof PATHS;

const FILLED: ReadonlySet<IconName> = new Set(['step', 'runAll', 'stop', 'back']);

/** For drawings that place an icon themselves. */
export function iconPath(name: IconName): string {
  return PATHS[name];
}

export function Icon({ name, size = 14 }: { readonly name: IconName; readonly size?: number }) {
  const filled = FILLED.has(name);
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth={name === 'more' || name === 'drag' ? 2.2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
