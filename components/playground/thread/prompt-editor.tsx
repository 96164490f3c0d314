import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Textarea } from '@/components/ui/textarea'
import type { Prompt } from '../state/conversation'
import { ImageStrip } from './image-strip'

type PromptEditorProps = {
  prompt: Prompt
  /** Later messages will go when this one is sent again. */
  drops: boolean
  onSend: (prompt: Prompt) => void
  onCancel: () => void
}

export function PromptEditor({ prompt, drops, onSend, onCancel }: PromptEditorProps) {
  const [text, setText] = useState(prompt.text)
  const [images, setImages] = useState(prompt.images)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => writeOn(area.current), [])
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
      className="mb-3 min-w-0 rounded-lg border border-line-strong bg-surface p-2"
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
          <p className="mr-auto px-2.5 text-xs text-faint">The messages after this one will be replaced.</p>
        )}
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={!sendable}>
          Resend
        </Button>
      </div>
    </form>
  )
}

/** Puts the caret behind the last word. */
function writeOn(area: HTMLTextAreaElement | null): void {
  area?.focus()
  area?.setSelectionRange(area.value.length, area.value.length)
}
