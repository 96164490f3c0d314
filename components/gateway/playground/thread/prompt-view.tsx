import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { Textarea } from '@/components/ui/textarea'
import type { Prompt } from '../conversation/conversation'
import type { ReplyIds } from '../store/answers'
import { ImageStrip } from './image-strip'
import { MessageButton, useMessageActions } from './message-actions'

type PromptViewProps = { ids: ReplyIds; prompt: Prompt; busy: boolean; isLast: boolean }

export const PromptView = memo(function PromptView({ ids, prompt, busy, isLast }: PromptViewProps) {
  const [editing, setEditing] = useState(false)
  const actions = useMessageActions(ids)
  if (editing) {
    return (
      <PromptEditor
        prompt={prompt}
        drops={!isLast}
        onCancel={() => {
          setEditing(false)
          actions.leaveEditor()
        }}
        onSend={(edited) => {
          setEditing(false)
          actions.resend(edited)
        }}
      />
    )
  }
  return (
    <article
      aria-label="Your message"
      className="group/message flex min-w-0 flex-row-reverse flex-wrap items-end gap-x-2"
    >
      <div className="ml-[10%] w-fit max-w-full rounded-lg border border-border bg-muted px-3.5 py-2.5">
        <ImageStrip images={prompt.images} />
        {prompt.text !== '' && <PromptText text={prompt.text} />}
      </div>
      <div className="flex h-9 items-center opacity-0 transition-opacity duration-100 group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:h-10 pointer-coarse:opacity-100">
        <CopyButton value={prompt.text} what="message" />
        <MessageButton label="Edit message" icon={Pencil} onClick={() => setEditing(true)} disabled={busy} />
        <MessageButton label="Delete message" icon={Trash2} onClick={actions.deletePrompt} disabled={busy} />
      </div>
    </article>
  )
})

const longText = 1_200
const longLines = 14

/** A prompt as it was typed. A long one is clamped, so that its answer stays in view. */
function PromptText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const long = text.length > longText || text.split('\n').length > longLines
  return (
    <>
      <p
        dir="auto"
        className={cn(
          'leading-6 break-words whitespace-pre-wrap text-foreground',
          long && !whole && 'line-clamp-[10]',
        )}
      >
        {text}
      </p>
      {long && (
        <Button
          variant="link"
          size="sm"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="mt-1"
        >
          {whole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}

type PromptEditorProps = {
  prompt: Prompt
  /** Later messages are dropped when this one is sent again. */
  drops: boolean
  onSend: (prompt: Prompt) => void
  onCancel: () => void
}

function PromptEditor({ prompt, drops, onSend, onCancel }: PromptEditorProps) {
  const [text, setText] = useState(prompt.text)
  const [images, setImages] = useState(prompt.images)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => focusEnd(area.current), [])
  const sendable = text.trim() !== '' || images.length > 0
  const send = () => sendable && onSend({ text, images })
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onCancel()
    }
  }
  return (
    <form
      aria-label="Edit message"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="mb-3 min-w-0 rounded-lg border border-input bg-card p-2"
    >
      <ImageStrip images={images} onRemove={(id) => setImages(images.filter((image) => image.id !== id))} />
      <Textarea
        ref={area}
        autoGrow
        aria-label="Message text"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        className="max-h-96 border-transparent bg-transparent text-base leading-6 hover:border-transparent focus-visible:border-transparent focus-visible:outline-none"
      />
      <div className="mt-1 flex flex-wrap items-center justify-end gap-2">
        {drops && (
          <p className="mr-auto px-2.5 text-xs text-faint-foreground">
            The messages after this one will be replaced.
          </p>
        )}
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="default" type="submit" disabled={!sendable}>
          Resend
        </Button>
      </div>
    </form>
  )
}

/** Focuses the box with the caret at the end. */
function focusEnd(area: HTMLTextAreaElement | null): void {
  area?.focus()
  area?.setSelectionRange(area.value.length, area.value.length)
}
