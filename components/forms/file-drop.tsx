import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { isResult } from './dragged-result'

type FileDropProps = {
  /** As an input's `accept`. */
  accept: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
  className?: string
  children: ReactNode
}

/** An area to drop files on, or to click to choose them. */
export function FileDrop({ accept, multiple, disabled, onFiles, className, children }: FileDropProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent) {
    // A browser adds the file of a dragged image. `ResultDrop` uses its link instead.
    if (isResult(event.dataTransfer)) return setOver(false)
    event.preventDefault()
    setOver(false)
    if (!disabled) onFiles([...event.dataTransfer.files])
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex cursor-pointer flex-col items-center gap-2 rounded-lg border border-dashed text-center text-sm text-muted-foreground has-focus-visible:outline-2 has-focus-visible:outline-brand hover:bg-accent',
        isOver ? 'border-brand bg-brand-soft' : 'border-input',
        className,
      )}
    >
      {children}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = '' // lets the same file be chosen again
        }}
      />
    </label>
  )
}
