import { cn } from '@/components/ui/cn'
import type { SizePreset } from './sizes'

const ICON_SIDE = 18

type SizeChoiceProps = { label: string; preset?: SizePreset; isOn: boolean; onChoose: () => void }

/** A size to choose, drawn in its ratio. */
export function SizeChoice({ label, preset, isOn, onChoose }: SizeChoiceProps) {
  const scale = preset ? ICON_SIDE / Math.max(preset.width, preset.height) : 0
  return (
    <label
      className={cn(
        'relative flex h-14 cursor-pointer flex-col items-center justify-center gap-1 rounded-md border text-xs has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isOn ? 'border-accent bg-accent-soft text-ink' : 'border-line text-muted hover:bg-hover',
      )}
    >
      <input type="radio" name="size" className="sr-only" checked={isOn} onChange={onChoose} />
      <span className="grid h-5 place-items-center" aria-hidden="true">
        {preset ? (
          <span
            className="rounded-[2px] border border-current"
            style={{ width: preset.width * scale, height: preset.height * scale }}
          />
        ) : (
          '✦'
        )}
      </span>
      {label}
    </label>
  )
}
