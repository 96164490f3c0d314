import { useState } from 'react'
import { CodeDialog } from '../code/code-dialog'
import { Composer } from '../composer/composer'
import { HistoryList } from '../history/history-list'
import { KeepingNote } from '../history/keeping-note'
import type { ChatModel } from '../models/chat-model'
import { ParametersPanel } from '../parameters/parameters-panel'
import { type EditorName, SettingsEditors } from '../parameters/settings-editors'
import { useConversation, usePlayground, usePlaygroundStore } from '../store/playground-context'
import { useLiveSteps } from '../store/use-live-steps'
import { ColumnsView } from '../thread/columns-view'
import { PlaygroundBar } from './playground-bar'
import { SidePanel } from './side-panel'
import { usePanels } from './use-panels'

/** The open conversation between its two panels. */
export function Studio({ models }: { models: readonly ChatModel[] }) {
  const store = usePlaygroundStore()
  const conversation = useConversation()
  const liveIds = useLiveSteps(conversation.id)
  const announcement = usePlayground((state) => state.announcement)
  const { docked, open, set } = usePanels(conversation.columns.length)
  const [editor, setEditor] = useState<EditorName | null>(null)
  const [code, setCode] = useState(false)
  return (
    <>
      <PlaygroundBar conversation={conversation} panels={open} onPanel={set} onCode={() => setCode(true)} />
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
          <ColumnsView conversation={conversation} models={models} liveIds={liveIds} />
          {!open.history && <KeepingNote className="mx-auto w-full max-w-3xl px-4 pb-2 sm:px-6" />}
          <Composer conversation={conversation} models={models} liveIds={liveIds} onFixSettings={setEditor} />
        </div>
        <SidePanel
          title="Parameters"
          side="right"
          docked={docked}
          open={open.parameters}
          onClose={() => set({ parameters: false })}
        >
          <ParametersPanel conversation={conversation} models={models} onEdit={setEditor} />
        </SidePanel>
      </div>
      <SettingsEditors
        open={editor}
        settings={conversation.settings}
        onChange={(change) => store.dispatch(conversation.id, { type: 'settings-changed', change })}
        onClose={() => setEditor(null)}
      />
      {code && <CodeDialog conversation={conversation} models={models} onClose={() => setCode(false)} />}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
