import { CodeXml, PanelLeft, Plus, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { DialogHeader, DialogTitle, focusWindow } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { Tooltip } from '@/components/ui/tooltip'
import { useMediaQuery } from '@/components/ui/use-media-query'
import { whenOpened } from '@/components/ui/when-opened'
import { Composer } from './composer/composer'
import { countChangedSettings } from './conversation/settings'
import { ConversationMenu, TitleBox } from './history/conversation-menu'
import { HistoryList, StorageNotice } from './history/history-list'
import { type EditorName, SettingsEditor } from './parameters/json-settings'
import { ParametersPanel } from './parameters/parameters-panel'
import { useConversation, usePlayground, usePlaygroundStore } from './store/context'
import { ColumnsView } from './thread/columns-view'

const CodeDialog = whenOpened(
  () => import('./code-dialog').then((module) => module.CodeDialog),
  () => true,
)

/** The open conversation between its two panels. */
export function Workspace() {
  const conversation = useConversation()
  const announcement = usePlayground((state) => state.announcement)
  const { docked, open, set } = usePanels(conversation.columns.length)
  const [editor, setEditor] = useState<EditorName | null>(null)
  const [code, setCode] = useState(false)
  return (
    <>
      <PlaygroundBar panels={open} onPanel={set} onCode={() => setCode(true)} />
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
          <ColumnsView />
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
      {code && <CodeDialog onClose={() => setCode(false)} />}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

type SidePanelProps = {
  title: string
  side: 'left' | 'right'
  docked: boolean
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** Next to the conversation where there is room, else a drawer over it. */
function SidePanel({ title, side, docked, open, onClose, children }: SidePanelProps) {
  if (!docked) {
    return (
      <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
        <SheetContent
          side={side}
          className="w-[min(22rem,calc(100vw-2.5rem))]"
          aria-describedby={undefined}
          onOpenAutoFocus={focusWindow}
        >
          <DialogHeader className="border-b border-border px-4 pb-4">
            <DialogTitle className="text-sm">{title}</DialogTitle>
          </DialogHeader>
          <div className="quiet-scroll flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
        </SheetContent>
      </Sheet>
    )
  }
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

const Panels = z.object({ history: z.boolean(), parameters: z.boolean() })
type Panels = z.infer<typeof Panels>

const key = 'portico.playground.panels'
const defaultPanels: Panels = { history: false, parameters: true }

function readPanels(): Panels {
  try {
    const parsed = Panels.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.data : defaultPanels
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
