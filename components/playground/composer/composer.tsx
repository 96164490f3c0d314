import { ArrowUp, Square } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { ChatModel } from '../models/chat-model'
import type { Conversation } from '../state/conversation'
import { usePlaygroundStore } from '../store/playground-context'
import { ImageStrip } from '../thread/image-strip'
import { BlindModels } from './blind-models'
import { ComposerTools } from './composer-tools'
import { MessageBox } from './message-box'
import { SettingsProblem } from './settings-problem'
import { TotalsLine } from './totals-line'
import { useAttachments } from './use-attachments'
import { useFocusWhenOpened } from './use-focus-when-opened'
import { useSend } from './use-send'
import { useStop } from './use-stop'

type ComposerProps = {
  conversation: Conversation
  models: readonly ChatModel[]
  liveIds: readonly string[]
  onFixSettings: (where: 'tools' | 'schema') => void
}

export function Composer({ conversation, models, liveIds, onFixSettings }: ComposerProps) {
  const store = usePlaygroundStore()
  const area = useRef<HTMLTextAreaElement>(null)
  const busy = liveIds.length > 0
  const { pending, problem, ready, send } = useSend(conversation, busy)
  const attachments = useAttachments()
  const stop = useStop(liveIds)
  useFocusWhenOpened(area, conversation.id)
  return (
    <div
      className={cn(
        'mx-auto w-full px-4 pb-[max(0.625rem,env(safe-area-inset-bottom))]',
        conversation.columns.length === 1 && 'max-w-3xl sm:px-6',
      )}
    >
      {problem && <SettingsProblem {...problem} onFix={() => onFixSettings(problem.where)} />}
      <form
        aria-label="New message"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        {...attachments.dropHandlers}
        className="rounded-xl border border-line-strong bg-surface transition-colors duration-100 focus-within:border-control"
      >
        {pending.images.length > 0 && (
          <div className="px-3.5 pt-3">
            <ImageStrip images={pending.images} onRemove={attachments.remove} />
            <BlindModels conversation={conversation} models={models} />
          </div>
        )}
        <MessageBox
          ref={area}
          text={pending.text}
          onText={(text) => store.update({ pending: { ...pending, text } })}
          onPictures={attachments.add}
          onSend={send}
        />
        <div className="flex items-center gap-1 p-2 pt-1">
          <ComposerTools conversation={conversation} models={models} onAttach={attachments.add} />
          <div className="ml-auto flex items-center gap-2">
            {busy ? <StopButton onStop={stop} /> : <SendButton isReady={ready} />}
          </div>
        </div>
      </form>
      <TotalsLine conversation={conversation} />
    </div>
  )
}

function StopButton({ onStop }: { onStop: () => void }) {
  return (
    <Button onClick={onStop} aria-keyshortcuts="Escape">
      <Square className="size-3! fill-current" aria-hidden="true" />
      Stop
    </Button>
  )
}

function SendButton({ isReady }: { isReady: boolean }) {
  return (
    <Button variant="primary" type="submit" disabled={!isReady}>
      Send
      <ArrowUp aria-hidden="true" />
    </Button>
  )
}
