import { useEffect, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'

type TitleBoxProps = { title: string; onSave: (title: string) => void; onClose: () => void }

/** A title being changed, in the place where it stands. */
export function TitleBox({ title, onSave, onClose }: TitleBoxProps) {
  const [text, setText] = useState(title)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    // A menu that has just closed gives the focus away once more; come after it.
    const timer = setTimeout(() => input.current?.select(), 30)
    return () => clearTimeout(timer)
  }, [])

  function finish(save: boolean) {
    if (done.current) return
    done.current = true
    if (save && text.trim() !== '' && text.trim() !== title) onSave(text)
    onClose()
  }

  return (
    <Input
      ref={input}
      aria-label="Conversation title"
      value={text}
      maxLength={120}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true)
        if (event.key !== 'Escape') return
        event.preventDefault()
        finish(false)
      }}
      className="h-7 max-w-80"
    />
  )
}
