import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { ImageDraft } from '../draft'

const ways: { value: ImageDraft['way']; label: string }[] = [
  { value: 'generate', label: 'Create' },
  { value: 'edit', label: 'Edit' },
  { value: 'vary', label: 'Vary' },
]

type WaySwitchProps = { value: ImageDraft['way']; onChange: (way: ImageDraft['way']) => void }

export function WaySwitch({ value, onChange }: WaySwitchProps) {
  return (
    <ToggleGroup
      type="single"
      value={value}
      aria-label="What to do"
      className="w-full [&>*]:flex-1"
      onValueChange={(text) => {
        const way = ways.find((one) => one.value === text)?.value
        if (way) onChange(way)
      }}
    >
      {ways.map((way) => (
        <ToggleGroupItem key={way.value} value={way.value}>
          {way.label}
        </ToggleGroupItem>
      ))}
    </ToggleGroup>
  )
}
