import { type ReactNode, useCallback, useState } from 'react'
import { z } from 'zod'
import { DialogHeader, DialogTitle, focusWindow } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { useMediaQuery } from '@/components/ui/use-media-query'
import { whenOpened } from '@/components/ui/when-opened'
import { Composer } from './composer/composer'
import { HistoryList, StorageNotice } from './history/history-list'
import { type EditorName, SettingsEditor } from './parameters/json-settings'
import { ParametersPanel } from './parameters/parameters-panel'
import { PlaygroundBar } from './playground-bar'
import { useConversation, usePlayground } from './store/context'
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
          <DialogHeader className="border-b border-line px-4 pb-4">
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
          ? 'flex w-60 shrink-0 flex-col border-r border-line'
          : 'quiet-scroll flex w-72 shrink-0 flex-col overflow-y-auto border-l border-line'
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
