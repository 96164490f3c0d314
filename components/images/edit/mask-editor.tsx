'use client'

import { Brush, Eraser, Trash2, Undo2 } from 'lucide-react'
import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Slider } from '@/components/ui/slider'
import type { SourcePicture } from '../draft'
import { BrushRing } from './brush-ring'
import { exportMask } from './export-mask'
import type { Stroke } from './stroke'
import { useBrushKeys } from './use-brush-keys'
import { useStrokes } from './use-strokes'

export type MaskHandle = {
  /** The mask as a PNG of the source's size: transparent where may be edited. Null when nothing was painted. */
  read(): Promise<Blob | null>
}

const SHOWN_WIDTH = 320

type MaskEditorProps = { source: SourcePicture; ref: Ref<MaskHandle> }

/** Paint over what may change; without paint the whole picture may. */
export function MaskEditor({ source, ref }: MaskEditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [tool, setTool] = useState<Stroke['tool']>('brush')
  const [size, setSize] = useState(60)
  const hintId = useId()
  const { strokes, handlers, undo, clear, add } = useStrokes(canvas, { source, tool, size })
  // The slider is in pixels of a picture about as wide as the panel shows it.
  const keySize = (size / 2) * (source.width / SHOWN_WIDTH)
  const { place, keyHandlers } = useBrushKeys({ source, tool, size: keySize, add, undo })
  useImperativeHandle(ref, () => ({ read: () => exportMask(strokes, source) }), [strokes, source])
  return (
    <div className="flex flex-col gap-2">
      <div
        className="relative overflow-hidden rounded-md border border-line bg-sunken"
        role="application"
        aria-label="Paint over what may change"
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is painted on by keyboard too
        tabIndex={0}
        {...keyHandlers}
      >
        {/* biome-ignore lint/performance/noImgElement: a file of the browser's own */}
        <img src={source.url} alt="The source" className="block w-full select-none" draggable={false} />
        <canvas
          ref={canvas}
          width={source.width}
          height={source.height}
          className="absolute inset-0 size-full cursor-crosshair touch-none opacity-60"
          {...handlers}
        />
        {place && <BrushRing source={source} place={place} size={keySize} />}
      </div>
      <div className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Brush"
          aria-pressed={tool === 'brush'}
          className={tool === 'brush' ? 'bg-selected text-ink' : ''}
          onClick={() => setTool('brush')}
        >
          <Brush aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Eraser"
          aria-pressed={tool === 'eraser'}
          className={tool === 'eraser' ? 'bg-selected text-ink' : ''}
          onClick={() => setTool('eraser')}
        >
          <Eraser aria-hidden="true" />
        </Button>
        <Slider
          aria-label="Brush size"
          className="mx-2 flex-1"
          min={8}
          max={240}
          value={size}
          onValueChange={setSize}
        />
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Undo"
          disabled={strokes.length === 0}
          onClick={undo}
        >
          <Undo2 aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Clear the mask"
          disabled={strokes.length === 0}
          onClick={clear}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <p id={hintId} className="text-xs text-faint">
        Paint over what may change; without paint the whole picture may. By keyboard: arrows move the brush,
        Shift and arrows paint, space dabs.
      </p>
    </div>
  )
}
