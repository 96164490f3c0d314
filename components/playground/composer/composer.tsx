import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { ChatModel } from '../models/chat-model'
import type { Conversation } from '../state/conversation'
import { usePlayground, usePlaygroundStore } from '../store/playground-context'
import { stopSteps } from '../store/stop-steps'
import { ImageStrip } from '../thread/image-strip'
import { BlindModels } from './blind-models'
import { ComposerTools } from './composer-tools'
import { SettingsProblem } from './settings-problem'
import { TotalsLine } from './totals-line'
import { picturesIn, useAttachments } from './use-attachments'
import { useEscape } from './use-escape'
import { useSend } from './use-send'

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
  // The button that was pressed goes away with what it did; the focus must not go with it.
  const stop = useCallback(() => {
    stopSteps(store, liveIds)
    store.focusPrompt()
  }, [store, liveIds])
  useEscape(busy, stop)

  // A new or another conversation: the next thing anyone does is write.
  const focusAt = usePlayground((state) => state.focusAt)
  useEffect(() => {
    // On a touch screen the focus would raise the keyboard over what was opened to be read.
    if (focusAt > 0 && conversation.id !== '' && matchMedia('(pointer: fine)').matches) area.current?.focus()
  }, [focusAt, conversation.id])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

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
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void attachments.add(picturesIn(event.dataTransfer) ?? [])
        }}
        className="rounded-xl border border-line-strong bg-surface transition-colors duration-100 focus-within:border-control"
      >
        {pending.images.length > 0 && (
          <div className="px-3.5 pt-3">
            <ImageStrip images={pending.images} onRemove={attachments.remove} />
            <BlindModels conversation={conversation} models={models} />
          </div>
        )}
        <textarea
          ref={area}
          aria-label="Message"
          aria-keyshortcuts="Enter"
          placeholder="Ask something"
          rows={1}
          value={pending.text}
          onChange={(event) => store.update({ pending: { ...pending, text: event.target.value } })}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pictures = picturesIn(event.clipboardData)
            if (!pictures) return
            event.preventDefault()
            void attachments.add(pictures)
          }}
          className="quiet-scroll field-sizing-content block max-h-[min(20rem,40dvh)] min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-base leading-6 text-ink outline-none placeholder:text-faint pointer-coarse:text-[16px]"
        />
        <div className="flex items-center gap-1 p-2 pt-1">
          <ComposerTools conversation={conversation} models={models} onAttach={attachments.add} />
          <div className="ml-auto flex items-center gap-2">
            {busy ? (
              <Button onClick={stop} aria-keyshortcuts="Escape">
                <Square className="size-3! fill-current" aria-hidden="true" />
                Stop
              </Button>
            ) : (
              <Button variant="primary" type="submit" disabled={!ready}>
                Send
                <ArrowUp aria-hidden="true" />
              </Button>
            )}
          </div>
        </div>
      </form>
      <TotalsLine conversation={conversation} />
    </div>
  )
}
