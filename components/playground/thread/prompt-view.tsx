import { Pencil, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import type { Prompt } from '../state/conversation'
import { ImageStrip } from './image-strip'
import { MessageButton } from './message-button'
import type { Place } from './place'
import { PromptEditor } from './prompt-editor'
import { PromptText } from './prompt-text'
import { useMessageActions } from './use-message-actions'

type PromptViewProps = { place: Place; prompt: Prompt; busy: boolean; isLast: boolean }

export const PromptView = memo(function PromptView({ place, prompt, busy, isLast }: PromptViewProps) {
  const [editing, setEditing] = useState(false)
  const actions = useMessageActions(place)
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
    <article aria-label="Your message" className="group/message flex min-w-0 flex-wrap items-end gap-x-2">
      <div className="w-fit max-w-full rounded-lg border border-line bg-sunken px-3.5 py-2.5">
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
