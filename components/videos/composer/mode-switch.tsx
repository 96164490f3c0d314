import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { VideoMode } from '../draft'

type ModeSwitchProps = {
  value: VideoMode
  modes: readonly { value: VideoMode; label: string }[]
  onChange: (mode: VideoMode) => void
}

export function ModeSwitch({ value, modes, onChange }: ModeSwitchProps) {
  if (modes.length < 2) return null
  return (
    <ToggleGroup
      type="single"
      value={value}
      aria-label="What to begin with"
      className="w-full [&>*]:flex-1 [&>*]:px-1"
      onValueChange={(text) => {
        const mode = modes.find((one) => one.value === text)?.value
        if (mode) onChange(mode)
      }}
    >
      {modes.map((mode) => (
        <ToggleGroupItem key={mode.value} value={mode.value}>
          {mode.label}
        </ToggleGroupItem>
      ))}
    </ToggleGroup>
  )
}
