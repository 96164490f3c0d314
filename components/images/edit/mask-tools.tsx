import { Brush, Eraser, type LucideIcon, Trash2, Undo2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Slider } from '@/components/ui/slider'
import type { Stroke } from './stroke'

type MaskToolsProps = {
  tool: Stroke['tool']
  onTool: (tool: Stroke['tool']) => void
  size: number
  onSize: (size: number) => void
  /** Nothing was painted. */
  isEmpty: boolean
  onUndo: () => void
  onClear: () => void
}

const tools = [
  { tool: 'brush', label: 'Brush', icon: Brush },
  { tool: 'eraser', label: 'Eraser', icon: Eraser },
] as const

/** What a mask is painted with, and what takes paint away. */
export function MaskTools({ tool, onTool, size, onSize, isEmpty, onUndo, onClear }: MaskToolsProps) {
  return (
    <div className="flex items-center gap-1">
      {tools.map(({ tool: one, label, icon: Icon }) => (
        <Button
          key={one}
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          aria-pressed={tool === one}
          className={tool === one ? 'bg-selected text-ink' : ''}
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
      <TakeAway label="Undo" icon={Undo2} isEmpty={isEmpty} onPress={onUndo} />
      <TakeAway label="Clear the mask" icon={Trash2} isEmpty={isEmpty} onPress={onClear} />
    </div>
  )
}

type TakeAwayProps = { label: string; icon: LucideIcon; isEmpty: boolean; onPress: () => void }

function TakeAway({ label, icon: Icon, isEmpty, onPress }: TakeAwayProps) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} disabled={isEmpty} onClick={onPress}>
      <Icon aria-hidden="true" />
    </Button>
  )
}
