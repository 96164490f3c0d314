import { ArrowDown } from 'lucide-react'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Column } from '../conversation/conversation'
import { exampleSchema, exampleTools } from '../conversation/json-settings'
import { defaultSettings, type Settings } from '../conversation/settings'
import { useConversation, useLiveSteps, usePlaygroundStore } from '../store/context'

/** What shows messages; loaded with a conversation that has some, or while the first question is typed. */
export const loadTurns = () => import('./turn-view')
const TurnView = lazy(async () => ({ default: (await loadTurns()).TurnView }))

type ColumnLogProps = { column: Column; nameOf: (modelId: string) => string }

/** The messages of one column. Scrolls along while the reader is at the end. */
export function ColumnLog({ column, nameOf }: ColumnLogProps) {
  const { id, turns, columns } = useConversation()
  const busy = useLiveSteps().length > 0
  const { scrollerRef, contentRef, atBottom, jump } = useStickToBottom(turns.length > 0)
  const alone = columns.length === 1
  const lastTurn = turns.at(-1)
  const lastSent = lastTurn ? `${lastTurn.id} ${lastTurn.sentAt}` : ''

  // A prompt just sent is always scrolled into view.
  useEffect(() => {
    if (lastSent !== '') jump('instant')
  }, [lastSent, jump])

  return (
    <div className="relative min-h-0 min-w-0">
      <div
        ref={scrollerRef}
        className="quiet-scroll size-full overflow-y-auto overscroll-contain [scrollbar-gutter:stable] focus-visible:-outline-offset-2"
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${nameOf(column.modelId)}`}
      >
        <div
          ref={contentRef}
          className={cn(
            'flex min-h-full flex-col gap-6 px-4 pt-5 pb-8',
            alone && 'mx-auto w-full max-w-3xl sm:px-6',
          )}
        >
          {turns.length === 0 && alone && <EmptyConversation />}
          <Suspense>
            {turns.map((turn) => (
              <TurnView
                key={turn.id}
                conversationId={id}
                columnId={column.id}
                turn={turn}
                busy={busy}
                isLast={turn === lastTurn}
                nameOf={nameOf}
              />
            ))}
          </Suspense>
        </div>
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 h-6 bg-linear-to-t from-background to-transparent"
      />
      {!atBottom && turns.length > 0 && <JumpButton onJump={jump} />}
    </div>
  )
}

function JumpButton({ onJump }: { onJump: () => void }) {
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={() => onJump()}
      className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-pop"
    >
      <ArrowDown aria-hidden="true" />
      Jump to latest
    </Button>
  )
}

const nearBottom = 40

type StickToBottom = {
  scrollerRef: RefObject<HTMLDivElement | null>
  contentRef: RefObject<HTMLDivElement | null>
  atBottom: boolean
  jump: (behavior?: ScrollBehavior) => void
}

/**
 * Scrolls along with growing content while the reader is at its end, and stops when the reader scrolls up. Unless
 * `startsAtEnd`, it begins with the first jump.
 */
function useStickToBottom(startsAtEnd: boolean): StickToBottom {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const sticking = useRef(startsAtEnd)
  const [atBottom, setAtBottom] = useState(true)

  useEffect(() => {
    const scroller = scrollerRef.current
    const content = contentRef.current
    if (!scroller || !content) return
    scroller.tabIndex = 0 // scrollable by keyboard
    let lastTop = scroller.scrollTop
    const distance = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
    const onScroll = () => {
      const left = distance()
      // Shrinking content moves the position up too, but then the end is visible.
      if (scroller.scrollTop < lastTop && left > nearBottom) sticking.current = false
      else if (left <= nearBottom) sticking.current = true
      lastTop = scroller.scrollTop
      setAtBottom(left <= nearBottom)
    }
    const observer = new ResizeObserver(() => {
      if (sticking.current) scroller.scrollTop = scroller.scrollHeight
      setAtBottom(distance() <= nearBottom)
    })
    observer.observe(content)
    observer.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [])

  const jump = useCallback((behavior: ScrollBehavior = 'smooth') => {
    sticking.current = true
    const scroller = scrollerRef.current
    scroller?.scrollTo({ top: scroller.scrollHeight, behavior })
  }, [])

  return { scrollerRef, contentRef, atBottom, jump }
}

/** Examples to begin with. A click fills the message box and does not send, because sending costs money. */
function EmptyConversation() {
  const store = usePlaygroundStore()
  const { id } = useConversation()
  return (
    <div className="my-auto w-full">
      <p className="text-lg font-semibold text-foreground">What would you like to try?</p>
      <p className="mt-1 text-sm text-muted-foreground">
        Messages use the public API and are charged to your balance. Conversations are saved only in this
        browser.
      </p>
      <ul className="mt-5 grid gap-2 sm:grid-cols-2">
        {examples.map((example) => (
          <li key={example.title}>
            <button
              type="button"
              onClick={() => {
                store.dispatch(id, { type: 'settings-changed', change: example.settings })
                store.update({ pending: { text: example.text, images: [] } })
                store.focusPrompt()
              }}
              className="flex h-full w-full flex-col rounded-lg border border-border bg-card px-3.5 py-3 text-left transition-colors duration-100 hover:border-input hover:bg-accent"
            >
              <span className="text-sm font-medium text-foreground">{example.title}</span>
              <span className="mt-0.5 line-clamp-2 text-sm text-muted-foreground">{example.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Example = { title: string; text: string; settings: Partial<Settings> }

const plain: Partial<Settings> = {
  responseFormat: defaultSettings.responseFormat,
  toolsText: defaultSettings.toolsText,
  toolChoice: defaultSettings.toolChoice,
}

/** Each shows another feature. The sandbox answers all of them offline. */
const examples: Example[] = [
  {
    title: 'List',
    text: 'List the planets of the solar system.',
    settings: plain,
  },
  {
    title: 'Summarize',
    text: 'Summarize in one sentence: A gateway sits between your apps and the models they use. It keeps the provider keys, counts the tokens and adds up the costs, so your apps do not have to. When a model fails, it tries another one.',
    settings: plain,
  },
  {
    title: 'Call a tool',
    text: 'What is the weather in Lisbon right now?',
    settings: { ...plain, toolsText: exampleTools },
  },
  {
    title: 'Answer in JSON',
    text: 'Ada Lovelace is 36 years old and lives in London.',
    settings: { ...plain, responseFormat: 'json_schema', schemaText: exampleSchema },
  },
]
