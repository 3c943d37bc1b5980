// What end-to-end tests take hold of, in one place. Elements carry data-testid (and, where they stand for a thing, its id):
//
//   action-<id>        every button of the table keys/actions.ts: action-run.step, action-run.stop, action-map.freeze,
//                      action-map.rollback, action-study.export, action-review.toggle, action-review.submit …
//                      aria-disabled tells whether it can be used; aria-pressed whether review or the freeze is on
//   queries-progress   "3 / 8";  query-row [data-query-id, data-status];  branch-row;  add-queries
//   engine-status      [data-phase] idle | running | paused | stopping | review | manual
//   query-title, query-summary;  tab-trajectory, tab-distiller, tab-cartographer, tab-evictor, tab-prompts
//   trajectory, iteration [data-iteration], writing, answer, run-failure
//   distiller, tag-row, candidate;  tags are [data-tag]
//   cartographer, edit-card [data-edit-id, data-state], edit-accept, edit-change, edit-refuse, edit-draft, evict-card
//   evictor, rank-row [data-place], verdict-grid, return-item
//   map-version, map-tokens, budget, map-items, map-item [data-item-id, data-change, data-gone], item-pin, item-edit,
//   item-return, item-editor, editor-text, editor-tokens, editor-save;  map-tab-items, map-tab-text, map-tab-json
//   timeline-chart, proposed-area, timeline-version, version-back, version-on, compare-button;  marks are [data-mark]
//   compare, compare-card [data-kind], compare-totals, compare-passed, rollback-foot, rollback-confirm
//   biography, life-row [data-kind, data-pending]
//   gap-agent, gap-distiller, gap-cartographer, gap-evictor (between the stages of an update), go-to-stage
//   not-now-banner, go-to-now, read-only-banner, review-banner;  notice-info, notice-good, notice-bad
//   start-demo, start-new, start-open, recent-study
//   export-dialog, export-json, export-prompt, export-text, export-save, export-copy
//   map-text-save, map-text-overtaken, map-text-keep, map-text-discard, map-text-merge, merge-conflict [data-item-id]
//   conflict-mine, conflict-theirs, item-kept, editor-gone, editor-as-new, editor-let-go, editor-rewritten, editor-merge, editor-keep-mine
//   editor-take-theirs, editor-refusal, editor-evictions, earlier-ghosts, edit-draft, settings-map, budget-field, settings-save
//   reader-find, reader-count, reader-raw, reader-json, detail-loading, detail-again
//   queries-dialog, queries-text, queries-add, queries-warnings, branch-dialog, branch-name, branch-create, keys-dialog, reader, piece-view

/** For tests: the selector of a test id. */
export function byTestId(id: string): string {
  return `[data-testid="${id}"]`;
}
