import { useEffect, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'
import { usePlaygroundStore } from '../store/context'

type TitleBoxProps = { id: string; title: string; onClose: () => void }

/** The title of a conversation, being edited in place. */
export function TitleBox({ id, title, onClose }: TitleBoxProps) {
  const store = usePlaygroundStore()
  const [text, setText] = useState(title)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    // A closing menu moves the focus once more. Run after that.
    const timer = setTimeout(() => input.current?.select(), 30)
    return () => clearTimeout(timer)
  }, [])

  function finish(save: boolean) {
    if (done.current) return
    done.current = true
    if (save && text.trim() !== '' && text.trim() !== title) void store.rename(id, text)
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
