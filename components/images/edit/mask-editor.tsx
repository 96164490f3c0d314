'use client'

import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import type { SourcePicture } from '../draft'
import { BrushRing } from './brush-ring'
import { exportMask } from './export-mask'
import { MaskTools } from './mask-tools'
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
      <MaskTools
        tool={tool}
        onTool={setTool}
        size={size}
        onSize={setSize}
        isEmpty={strokes.length === 0}
        onUndo={undo}
        onClear={clear}
      />
      <p id={hintId} className="text-xs text-faint">
        Paint over what may change; without paint the whole picture may.
        <span className="pointer-coarse:sr-only">
          {' '}
          By keyboard: arrows move the brush, Shift and arrows paint, space dabs.
        </span>
      </p>
    </div>
  )
}
