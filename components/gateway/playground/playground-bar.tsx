import { CodeXml, PanelLeft, Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import { countChangedSettings } from './conversation/settings'
import { ConversationMenu, TitleBox } from './history/conversation-menu'
import { useConversation, usePlaygroundStore } from './store/context'

type PlaygroundBarProps = {
  panels: { history: boolean; parameters: boolean }
  onPanel: (change: { history?: boolean; parameters?: boolean }) => void
  onCode: () => void
}

export function PlaygroundBar({ panels, onPanel, onCode }: PlaygroundBarProps) {
  const store = usePlaygroundStore()
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 sm:px-3">
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
    <span className="figures grid h-4 min-w-4 place-items-center rounded-full bg-accent-soft px-1 text-2xs text-accent-text">
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
      <h1 className="flex min-w-0 pl-1 text-sm font-medium text-ink">
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
