// The inspector: bar, three panes, the time axis, the status line. Pane sizes are remembered.

import { Group, Panel, Separator } from 'react-resizable-panels';
import type { Layout } from 'react-resizable-panels';
import { rememberLayout } from '../actions/views.ts';
import { Guard } from '../parts/Guard.tsx';
import { MainPane } from './MainPane.tsx';
import { NowBanner, ReadOnlyBanner } from './NowBanner.tsx';
import { QueriesPanel } from '../panels/queries/QueriesPanel.tsx';
import { SidePane } from './SidePane.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TimelinePanel } from '../panels/timeline/TimelinePanel.tsx';
import { Toolbar } from './Toolbar.tsx';
import { store, useStore } from '../store/store.ts';
import { useFoundMarks } from './use-found-marks.ts';
import './frame.css';

const COLUMNS = ['queries', 'main', 'side'] as const;
const ROWS = ['upper', 'timeline'] as const;

/** Read once: a change of size is remembered, not followed. */
function rememberedLayout(name: string, panels: readonly string[]): Layout | undefined {
  const sizes = store.getState().view.preferences.layout[name];
  if (!Array.isArray(sizes) || sizes.length !== panels.length) return undefined;
  return Object.fromEntries(panels.map((panel, at) => [panel, sizes[at] ?? 0]));
}

function remember(name: string, panels: readonly string[]) {
  return (layout: Layout, { isUserInteraction }: { readonly isUserInteraction: boolean }) => {
    if (isUserInteraction)
      rememberLayout(
        name,
        panels.map((panel) => layout[panel] ?? 0),
      );
  };
}

export function Frame() {
  const narrow = window.innerWidth < 1_200;
  const focus = useStore((state) => state.view.focus);
  const main = useStore((state) => `${state.view.queryId ?? ''} ${state.view.tab}`);
  const side = useStore((state) => JSON.stringify(state.view.side));
  useFoundMarks();
  if (focus) {
    return (
      <div className="frame">
        <Toolbar />
        <ReadOnlyBanner />
        <main className="frame-rows">
          <Guard name="This view" at={main}>
            <MainPane />
          </Guard>
        </main>
        <NowBanner />
        <StatusBar />
      </div>
    );
  }
  return (
    <div className="frame">
      <Toolbar />
      <ReadOnlyBanner />
      <main className="frame-rows">
        <Group
          orientation="vertical"
          defaultLayout={rememberedLayout('rows', ROWS)}
          onLayoutChanged={remember('rows', ROWS)}
        >
          <Panel id="upper" minSize={240}>
            <div className="upper">
              <Group
                orientation="horizontal"
                defaultLayout={rememberedLayout('columns', COLUMNS)}
                onLayoutChanged={remember('columns', COLUMNS)}
              >
                <Panel
                  id="queries"
                  defaultSize={narrow ? 206 : 252}
                  minSize={150}
                  maxSize="24%"
                  collapsible
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <Guard name="The list of queries">
                    <QueriesPanel />
                  </Guard>
                </Panel>
                <Separator className="gutter vertical" aria-label="Width of the queries" />
                <Panel id="main" minSize={300}>
                  <Guard name="This view" at={main}>
                    <MainPane />
                  </Guard>
                </Panel>
                <Separator className="gutter vertical" aria-label="Width of the map" />
                <Panel
                  id="side"
                  defaultSize={narrow ? 320 : 430}
                  minSize={250}
                  maxSize="36%"
                  collapsible
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <Guard name="This side" at={side}>
                    <SidePane />
                  </Guard>
                </Panel>
              </Group>
              <NowBanner />
            </div>
          </Panel>
          <Separator className="gutter horizontal" aria-label="Height of the timeline" />
          <Panel
            id="timeline"
            defaultSize={narrow ? 146 : 176}
            minSize={90}
            collapsible
            groupResizeBehavior="preserve-pixel-size"
          >
            <Guard name="The timeline">
              <TimelinePanel />
            </Guard>
          </Panel>
        </Group>
      </main>
      <StatusBar />
    </div>
  );
}
