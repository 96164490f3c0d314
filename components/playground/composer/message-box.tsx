import type { KeyboardEvent, Ref } from 'react'
import { picturesIn } from './use-attachments'

type MessageBoxProps = {
  ref: Ref<HTMLTextAreaElement>
  text: string
  onText: (text: string) => void
  /** Pasted among the words. */
  onPictures: (files: File[]) => void
  onSend: () => void
}

/** Where the next message is written: Enter sends it, Shift and Enter begin a line. */
export function MessageBox({ ref, text, onText, onPictures, onSend }: MessageBoxProps) {
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSend()
  }
  return (
    <textarea
      ref={ref}
      aria-label="Message"
      aria-keyshortcuts="Enter"
      placeholder="Ask something"
      dir="auto"
      rows={1}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={press}
      onPaste={(event) => {
        const pictures = picturesIn(event.clipboardData)
        if (!pictures) return
        event.preventDefault()
        onPictures(pictures)
      }}
      className="quiet-scroll field-sizing-content block max-h-[min(20rem,40dvh)] min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-base leading-6 text-ink outline-none placeholder:text-faint pointer-coarse:text-[16px]"
    />
  )
}
