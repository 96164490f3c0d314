import { Bookmark, CodeXml, PanelLeft, Plus, SlidersHorizontal } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import { useMediaQuery } from '@/components/ui/use-media-query'
import { PopoverButton, whenOpened } from '@/components/ui/when-opened'
import { Composer } from './composer/composer'
import { countChangedSettings } from './conversation/settings'
import type { DrawerProps } from './drawer'
import { StorageNotice } from './history/storage-notice'
import { TitleBox } from './history/title-box'
import { ParametersPanel } from './parameters/parameters-panel'
import type { EditorName } from './parameters/settings-editor'
import { useConversation, usePlayground, usePlaygroundStore } from './store/context'
import { ColumnsView } from './thread/columns-view'

const CodeDialog = whenOpened(() => import('./code-dialog').then((module) => module.CodeDialog))

const Presets = whenOpened(() => import('./parameters/presets').then((module) => module.Presets))

const SettingsEditor = whenOpened(() =>
  import('./parameters/settings-editor').then((module) => module.SettingsEditor),
)

const HistoryList = whenOpened(() => import('./history/history-list').then((module) => module.HistoryList))

const ConversationMenu = whenOpened(() =>
  import('./history/conversation-menu').then((module) => module.ConversationMenu),
)

const Drawer = whenOpened(() => import('./drawer').then((module) => module.Drawer))

/** The open conversation between its two panels. */
export function Workspace() {
  const conversation = useConversation()
  const announcement = usePlayground((state) => state.announcement)
  const { docked, open, set } = usePanels(conversation.columns.length)
  const [editor, setEditor] = useState<EditorName | null>(null)
  /** The column whose request is shown as code. */
  const [code, setCode] = useState<string | null>(null)
  return (
    <>
      <PlaygroundBar panels={open} onPanel={set} onCode={() => setCode(conversation.columns[0]?.id ?? '')} />
      <div className="flex min-h-0 flex-1">
        <SidePanel
          title="Conversations"
          side="left"
          docked={docked}
          open={open.history}
          onClose={() => set({ history: false })}
        >
          <HistoryList {...(docked ? {} : { onOpened: () => set({ history: false }) })} />
        </SidePanel>
        <div className="flex min-w-0 flex-1 flex-col">
          <ColumnsView onUse={setCode} />
          {!open.history && <StorageNotice className="mx-auto w-full max-w-3xl px-4 pb-2 sm:px-6" />}
          <Composer onFixSettings={setEditor} />
        </div>
        <SidePanel
          title="Parameters"
          side="right"
          docked={docked}
          open={open.parameters}
          onClose={() => set({ parameters: false })}
        >
          <ParametersPanel onEdit={setEditor} />
        </SidePanel>
      </div>
      {editor && <SettingsEditor name={editor} onClose={() => setEditor(null)} />}
      {code !== null && <CodeDialog columnId={code} onClose={() => setCode(null)} />}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

type SidePanelProps = DrawerProps & { docked: boolean }

/** Next to the conversation where there is room, else a drawer over it. */
function SidePanel({ docked, ...drawer }: SidePanelProps) {
  if (!docked) return <Drawer {...drawer} />
  const { open, title, side, children } = drawer
  if (!open) return null
  return (
    <aside
      aria-label={title}
      className={
        side === 'left'
          ? 'flex w-60 shrink-0 flex-col border-r border-border'
          : 'quiet-scroll flex w-72 shrink-0 flex-col overflow-y-auto border-l border-border'
      }
    >
      {children}
    </aside>
  )
}

type Panels = { history: boolean; parameters: boolean }

const key = 'portico.playground.panels'
const defaultPanels: Panels = { history: false, parameters: true }

const isPanels = (kept: unknown): kept is Panels =>
  typeof kept === 'object' && kept !== null && 'history' in kept && 'parameters' in kept

function readPanels(): Panels {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isPanels(kept) ? kept : defaultPanels
  } catch {
    return defaultPanels
  }
}

/** Which side panels are open. Docked panels are remembered; drawers start closed. */
function usePanels(columnCount: number) {
  const wide = useMediaQuery('(min-width: 1536px)')
  const roomy = useMediaQuery('(min-width: 1024px)')
  // Three or more columns need the width of the panels.
  const docked = wide || (roomy && columnCount < 3)
  const [kept, setKept] = useState(readPanels)
  const [over, setOver] = useState<Panels>({ history: false, parameters: false })
  const set = useCallback(
    (change: Partial<Panels>) => {
      if (!docked) return setOver((before) => ({ ...before, ...change }))
      setKept((before) => {
        const after = { ...before, ...change }
        try {
          localStorage.setItem(key, JSON.stringify(after))
        } catch {
          // Storage is blocked: the next visit starts with the default.
        }
        return after
      })
    },
    [docked],
  )
  return { docked, open: docked ? kept : over, set }
}

type PlaygroundBarProps = {
  panels: { history: boolean; parameters: boolean }
  onPanel: (change: { history?: boolean; parameters?: boolean }) => void
  onCode: () => void
}

function PlaygroundBar({ panels, onPanel, onCode }: PlaygroundBarProps) {
  const store = usePlaygroundStore()
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 border-b border-border px-2 sm:px-3">
      <Tooltip content="Conversations" side="bottom">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Conversations"
          aria-expanded={panels.history}
          onClick={() => onPanel({ history: !panels.history })}
        >
          <PanelLeft aria-hidden="true" />
        </Button>
      </Tooltip>
      <ConversationTitle />
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <Tooltip content="New conversation" side="bottom">
          <Button
            variant="ghost"
            size="icon"
            aria-label="New conversation"
            onClick={() => store.startConversation()}
          >
            <Plus aria-hidden="true" />
          </Button>
        </Tooltip>
        <PopoverButton
          label="Presets"
          align="end"
          className="w-[min(22rem,calc(100vw-1rem))]"
          button={
            <Button variant="ghost" className="px-2">
              <Bookmark aria-hidden="true" />
              <span className="max-sm:sr-only">Presets</span>
            </Button>
          }
        >
          {(close) => <Presets onChosen={close} />}
        </PopoverButton>
        <Button variant="ghost" onClick={onCode} className="px-2">
          <CodeXml aria-hidden="true" />
          <span className="max-sm:sr-only">Code</span>
        </Button>
        <Button
          variant="ghost"
          aria-expanded={panels.parameters}
          onClick={() => onPanel({ parameters: !panels.parameters })}
          className="px-2"
        >
          <SlidersHorizontal aria-hidden="true" />
          <span className="max-sm:sr-only">Parameters</span>
          <ChangedCount />
        </Button>
      </div>
    </div>
  )
}

function ChangedCount() {
  const changed = countChangedSettings(useConversation().settings)
  if (changed === 0) return null
  return (
    <span className="figures grid h-4 min-w-4 place-items-center rounded-full bg-brand-soft px-1 text-2xs text-brand-text">
      {changed}
      <span className="sr-only"> changed</span>
    </span>
  )
}

function ConversationTitle() {
  const conversation = useConversation()
  const [renaming, setRenaming] = useState(false)
  if (renaming) {
    return <TitleBox id={conversation.id} title={conversation.title} onClose={() => setRenaming(false)} />
  }
  return (
    <>
      <h1 className="flex min-w-0 pl-1 text-sm font-medium text-foreground">
        <span className="sr-only">Playground: </span>
        <span dir="auto" className="truncate">
          {conversation.title}
        </span>
      </h1>
      {conversation.turns.length > 0 && (
        <ConversationMenu
          id={conversation.id}
          title={conversation.title}
          onRename={() => setRenaming(true)}
        />
      )}
    </>
  )
}
