import { ArrowUp, Globe, ImagePlus, Square } from 'lucide-react'
import { type Ref, type RefObject, useCallback, useEffect, useRef } from 'react'
import { NoCreditNotice, useNoCredit } from '@/components/money/billing/no-credit'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { Tooltip } from '@/components/ui/tooltip'
import { formatNumber } from '@/lib/client/format/number'
import { type Conversation, formatSpent } from '../conversation/conversation'
import { findSettingsProblem } from '../conversation/request'
import { useSettings } from '../parameters/parameter-row'
import { loadCompletion, sendPrompt, stopSteps } from '../store/answers'
import { useConversation, useLiveSteps, useModels, usePlayground, usePlaygroundStore } from '../store/context'
import { loadTurns } from '../thread/column-log'
import { ImageStrip } from '../thread/image-strip'
import { imagesIn, imageTypes, useAttachments } from './attachments'

type ComposerProps = { onFixSettings: (where: 'tools' | 'schema') => void }

export function Composer({ onFixSettings }: ComposerProps) {
  const store = usePlaygroundStore()
  const conversation = useConversation()
  const liveIds = useLiveSteps()
  const area = useRef<HTMLTextAreaElement>(null)
  const busy = liveIds.length > 0
  const { pending, problem, isUnpaid, ready, send } = useSend(conversation, busy)
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
      {isUnpaid && <NoCreditNotice className="mb-2" />}
      {problem && <SettingsProblem {...problem} onFix={() => onFixSettings(problem.where)} />}
      <form
        aria-label="New message"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        {...attachments.dropHandlers}
        className="rounded-xl border border-input bg-card transition-colors duration-100 focus-within:border-control"
      >
        {pending.images.length > 0 && (
          <div className="px-3.5 pt-3">
            <ImageStrip images={pending.images} onRemove={attachments.remove} />
            <ImageSupport />
          </div>
        )}
        <MessageBox
          ref={area}
          text={pending.text}
          onText={(text) => store.update({ pending: { ...pending, text } })}
          onImages={attachments.add}
          onSend={send}
        />
        <div className="flex items-center gap-1 p-2 pt-1">
          <ComposerTools onAttach={attachments.add} />
          <div className="ml-auto flex items-center gap-2">
            {busy ? <StopButton onStop={stop} /> : <SendButton isReady={ready} />}
          </div>
        </div>
      </form>
      <TotalsLine />
    </div>
  )
}

function StopButton({ onStop }: { onStop: () => void }) {
  return (
    <Button variant="outline" onClick={onStop} aria-keyshortcuts="Escape">
      <Square className="size-3! fill-current" aria-hidden="true" />
      Stop
    </Button>
  )
}

function SendButton({ isReady }: { isReady: boolean }) {
  return (
    <Button variant="default" type="submit" disabled={!isReady}>
      Send
      <ArrowUp aria-hidden="true" />
    </Button>
  )
}

/** The chosen models that may not accept images. Images are sent anyway: the model decides. */
function ImageSupport() {
  const models = useModels()
  const chosen = new Set(useConversation().columns.map((column) => column.modelId))
  const unsupported = models.filter((model) => chosen.has(model.id) && !model.readsImages)
  if (unsupported.length === 0) return null
  const names = unsupported.map((model) => model.name).join(', ')
  return <p className="text-xs text-warning-text">{names} may not support images.</p>
}

type MessageBoxProps = {
  ref: Ref<HTMLTextAreaElement>
  text: string
  onText: (text: string) => void
  /** Pasted into the text. */
  onImages: (files: File[]) => void
  onSend: () => void
}

/** The box for the next message. Enter sends it, Shift+Enter starts a new line. */
function MessageBox({ ref, text, onText, onImages, onSend }: MessageBoxProps) {
  return (
    <textarea
      ref={ref}
      aria-label="Message"
      aria-keyshortcuts="Enter"
      placeholder="Ask anything"
      dir="auto"
      rows={1}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        onSend()
      }}
      onPaste={(event) => {
        const images = imagesIn(event.clipboardData)
        if (!images) return
        event.preventDefault()
        onImages(images)
      }}
      className="quiet-scroll field-sizing-content block max-h-[min(20rem,40dvh)] min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-base leading-6 text-foreground outline-none placeholder:text-faint-foreground pointer-coarse:text-[16px]"
    />
  )
}

type SettingsProblemProps = { where: 'tools' | 'schema'; problem: string; onFix: () => void }

/** Why Send is disabled although there is a message. */
function SettingsProblem({ where, problem, onFix }: SettingsProblemProps) {
  return (
    <Alert
      tone="warning"
      className="mb-2"
      title={where === 'tools' ? 'The tools are not valid' : 'The JSON Schema is not valid'}
      action={
        <Button variant="outline" size="sm" onClick={onFix}>
          Open editor
        </Button>
      }
    >
      {problem}
    </Alert>
  )
}

/** The cost of the conversation so far, and the keyboard shortcuts. */
function TotalsLine() {
  const { spent } = useConversation()
  return (
    <div className="figures @container mt-2 flex h-4 items-center gap-3 px-1 text-xs text-faint-foreground">
      {spent.answers > 0 && (
        <p className="flex min-w-0 gap-3 whitespace-nowrap" data-testid="conversation-totals">
          <span
            className="text-muted-foreground"
            title="Cost of this conversation, including retried and deleted answers"
          >
            {formatSpent(spent)}
          </span>
          <span>{formatNumber(spent.promptTokens)} in</span>
          <span>{formatNumber(spent.completionTokens)} out</span>
          <span>
            {spent.answers} {spent.answers === 1 ? 'answer' : 'answers'}
          </span>
        </p>
      )}
      <p
        className="ml-auto hidden shrink-0 items-center gap-1 whitespace-nowrap @xl:flex pointer-coarse:hidden"
        aria-hidden="true"
      >
        <Kbd>Enter</Kbd> sends <Kbd className="ml-1.5">Shift Enter</Kbd> new line{' '}
        <Kbd className="ml-1.5">Esc</Kbd> stops
      </p>
    </div>
  )
}

/** Sends the prompt being written, and says whether it can be sent. */
function useSend(conversation: Conversation, busy: boolean) {
  const store = usePlaygroundStore()
  const pending = usePlayground((state) => state.pending)
  const problem = findSettingsProblem(conversation.settings)
  const hasModels = conversation.columns.every((column) => column.modelId !== '')
  const isUnpaid = useUnpaid(conversation)
  const isWritten = pending.text.trim() !== '' || pending.images.length > 0
  const ready = isWritten && hasModels && !busy && !problem && !isUnpaid
  // What the first answer needs is loaded while its question is written.
  useEffect(() => {
    if (!isWritten) return
    void loadCompletion()
    void loadTurns().then(({ loadMarkdown }) => loadMarkdown())
  }, [isWritten])
  function send() {
    if (!ready) return
    store.update({ pending: { text: '', images: [] } })
    sendPrompt(store, conversation.id, pending)
    store.focusPrompt()
  }
  return { pending, problem, isUnpaid, ready, send }
}

/** Whether there is no credit and one of the chosen models is not free. */
function useUnpaid({ columns }: Conversation): boolean {
  const models = useModels()
  const isFree = ({ modelId }: Conversation['columns'][number]) => {
    const model = models.find(({ id }) => id === modelId)
    return Number(model?.promptPrice ?? 0) === 0 && Number(model?.completionPrice ?? 0) === 0
  }
  return useNoCredit() && !columns.every(isFree)
}

/** Stops the answers being written. So does Escape, unless a menu or an editor has handled it. */
function useStop(liveIds: readonly string[]): () => void {
  const store = usePlaygroundStore()
  const stop = useCallback(() => {
    stopSteps(store, liveIds)
    // The pressed button disappears; the focus must not disappear with it.
    store.focusPrompt()
  }, [store, liveIds])
  const isActive = liveIds.length > 0
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) stop()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isActive, stop])
  return stop
}

/** Focuses the message box when a conversation is opened. */
function useFocusWhenOpened(area: RefObject<HTMLTextAreaElement | null>, conversationId: string): void {
  const focusAt = usePlayground((state) => state.focusAt)
  useEffect(() => {
    // On touch screens the keyboard would cover the conversation.
    if (focusAt > 0 && conversationId !== '' && matchMedia('(pointer: fine)').matches) area.current?.focus()
  }, [focusAt, conversationId, area])
}

type ComposerToolsProps = { onAttach: (files: Iterable<File>) => void }

/** Below the text: images, and the switch for web search. */
function ComposerTools({ onAttach }: ComposerToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const { settings, change, supportOf } = useSettings()
  const { webSearch } = settings
  const search = supportOf('webSearch')
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(',')}
        multiple
        hidden
        aria-label="Images"
        onChange={(event) => {
          onAttach([...(event.target.files ?? [])])
          event.target.value = '' // lets the same file be chosen again
        }}
      />
      <Tooltip content="Attach images">
        <Button variant="ghost" size="icon" aria-label="Attach images" onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" />
        </Button>
      </Tooltip>
      <Tooltip content={search.note ?? (webSearch ? 'Web search is on' : 'Let the model search the web')}>
        <Button
          variant="ghost"
          aria-label="Web search"
          aria-pressed={webSearch}
          disabled={search.disabled}
          onClick={() => change({ webSearch: !webSearch })}
          className={cn(
            'px-2',
            webSearch &&
              !search.disabled &&
              'bg-brand-soft text-brand-text hover:bg-brand-soft hover:text-brand-text',
          )}
        >
          <Globe aria-hidden="true" />
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </Tooltip>
    </>
  )
}
