'use client'

import { Brush, Eraser, type LucideIcon, Trash2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Slider } from '@/components/ui/slider'
import type { SourcePicture } from '../draft'
import { exportMask, type Point, type Stroke, useStrokes } from './strokes'

export type MaskHandle = {
  /** The mask as a PNG of the source's size, transparent where the image may change. Null if nothing is painted. */
  read(): Promise<Blob | null>
}

const SHOWN_WIDTH = 320

type MaskEditorProps = { source: SourcePicture; ref: Ref<MaskHandle> }

/** Paints the mask of an edit over its source, by pointer or keyboard. */
export function MaskEditor({ source, ref }: MaskEditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [tool, setTool] = useState<Stroke['tool']>('brush')
  const [size, setSize] = useState(60)
  const hintId = useId()
  const { strokes, handlers, undo, clear, add } = useStrokes(canvas, { source, tool, size })
  // The slider's unit is a pixel of the image as the panel shows it, about this wide.
  const keySize = (size / 2) * (source.width / SHOWN_WIDTH)
  const { position, keyHandlers } = useBrushKeys({ source, tool, size: keySize, add, undo })
  useImperativeHandle(ref, () => ({ read: () => exportMask(strokes, source) }), [strokes, source])
  return (
    <div className="flex flex-col gap-2">
      <div
        className="relative overflow-hidden rounded-md border border-border bg-muted"
        role="application"
        aria-label="Paint the area to change"
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is painted on by keyboard too
        tabIndex={0}
        {...keyHandlers}
      >
        {/* biome-ignore lint/performance/noImgElement: an object URL */}
        <img src={source.url} alt="Source" className="block w-full select-none" draggable={false} />
        <canvas
          ref={canvas}
          width={source.width}
          height={source.height}
          className="absolute inset-0 size-full cursor-crosshair touch-none opacity-60"
          {...handlers}
        />
        {position && <BrushRing source={source} position={position} size={keySize} />}
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
      <p id={hintId} className="text-xs text-faint-foreground">
        Paint the area to change. Without a mask the whole image can change.
        <span className="pointer-coarse:sr-only">
          {' '}
          Keyboard: arrow keys move the brush, Shift and arrow keys paint, Space paints a dot.
        </span>
      </p>
    </div>
  )
}

type MaskToolsProps = {
  tool: Stroke['tool']
  onTool: (tool: Stroke['tool']) => void
  size: number
  onSize: (size: number) => void
  /** Nothing is painted. */
  isEmpty: boolean
  onUndo: () => void
  onClear: () => void
}

const tools = [
  { tool: 'brush', label: 'Brush', icon: Brush },
  { tool: 'eraser', label: 'Eraser', icon: Eraser },
] as const

/** The tools of the mask editor. */
function MaskTools({ tool, onTool, size, onSize, isEmpty, onUndo, onClear }: MaskToolsProps) {
  return (
    <div className="flex items-center gap-1">
      {tools.map(({ tool: one, label, icon: Icon }) => (
        <Button
          key={one}
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          aria-pressed={tool === one}
          className={tool === one ? 'bg-secondary text-foreground' : ''}
          onClick={() => onTool(one)}
        >
          <Icon aria-hidden="true" />
        </Button>
      ))}
      <Slider
        aria-label="Brush size"
        className="mx-2 flex-1"
        min={8}
        max={240}
        value={size}
        onValueChange={onSize}
      />
      <RemoveButton label="Undo" icon={Undo2} isEmpty={isEmpty} onPress={onUndo} />
      <RemoveButton label="Clear mask" icon={Trash2} isEmpty={isEmpty} onPress={onClear} />
    </div>
  )
}

type RemoveButtonProps = { label: string; icon: LucideIcon; isEmpty: boolean; onPress: () => void }

function RemoveButton({ label, icon: Icon, isEmpty, onPress }: RemoveButtonProps) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} disabled={isEmpty} onClick={onPress}>
      <Icon aria-hidden="true" />
    </Button>
  )
}

/** The brush of the keyboard. `size` and `position` are in pixels of the source. */
function BrushRing({ source, position, size }: { source: SourcePicture; position: Point; size: number }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white outline-1 outline-black"
      style={{
        left: `${(position.x / source.width) * 100}%`,
        top: `${(position.y / source.height) * 100}%`,
        width: `${(size / source.width) * 100}%`,
        aspectRatio: 1,
      }}
    />
  )
}

type Options = {
  source: SourcePicture
  tool: Stroke['tool']
  /** Of the brush, in pixels of the source. */
  size: number
  add: (stroke: Stroke) => void
  undo: () => void
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)

/**
 * Painting by keyboard: arrow keys move the brush by a third of its width, with Shift they paint; Space and Enter paint a
 * dot. `position` is null while the brush is not shown.
 */
function useBrushKeys({ source, tool, size, add, undo }: Options) {
  const [position, setPosition] = useState<Point | null>(null)
  const middle = { x: source.width / 2, y: source.height / 2 }

  function move(direction: Point, isPainting: boolean) {
    const from = position ?? middle
    const step = size / 3
    const to = {
      x: within(from.x + direction.x * step, source.width),
      y: within(from.y + direction.y * step, source.height),
    }
    setPosition(to)
    if (isPainting) add({ tool, size, points: [from, to] })
  }
  function onKeyDown(event: KeyboardEvent) {
    const direction = directions[event.key]
    if (direction) move(direction, event.shiftKey)
    else if (event.key === ' ' || event.key === 'Enter') add({ tool, size, points: [position ?? middle] })
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) undo()
    else return
    event.preventDefault()
  }
  return {
    position,
    keyHandlers: {
      onKeyDown,
      onFocus: () => setPosition((before) => before ?? middle),
      onBlur: () => setPosition(null),
    },
  }
}
