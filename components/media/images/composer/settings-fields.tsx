import { OptionField } from '@/components/forms/option-select'
import { SeedField } from '@/components/media/studio/seed-field'
import { Field } from '@/components/ui/field'
import { Slider } from '@/components/ui/slider'
import type { ImageCapabilities } from '@/lib/catalog/models/schema'
import { type ImageDraft, sizesOf } from '../draft'
import { SizeField } from './size-field'

type SettingsFieldsProps = {
  draft: ImageDraft
  onChange: (part: Partial<ImageDraft>) => void
  able: ImageCapabilities
}

const qualities = [
  { value: 'auto', label: 'Auto' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const
const formats = [
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'webp', label: 'WebP' },
] as const
const backgrounds = [
  { value: 'auto', label: 'Auto' },
  { value: 'opaque', label: 'Opaque' },
  { value: 'transparent', label: 'Transparent' },
] as const

/** The settings of the model, by a settled draft; what it cannot do is not offered. */
export function SettingsFields({ draft, onChange, able }: SettingsFieldsProps) {
  const size = <SizeField draft={draft} onChange={onChange} allowed={sizesOf(draft.way, able)} />
  if (draft.way === 'vary') return size
  return (
    <>
      {size}
      <div className="grid grid-cols-2 gap-3">
        <OptionField
          label="Quality"
          options={qualities}
          value={draft.quality}
          onValueChange={(quality) => onChange({ quality })}
        />
        <OptionField
          label="Format"
          options={formats}
          value={draft.format}
          onValueChange={(format) => onChange({ format })}
        />
        <OptionField
          label="Background"
          options={backgrounds.filter(
            ({ value }) => value !== 'transparent' || (able.transparent && draft.format !== 'jpeg'),
          )}
          value={draft.background}
          onValueChange={(background) => onChange({ background })}
        />
        {able.seed && <SeedField value={draft.seed} onChange={(seed) => onChange({ seed })} />}
      </div>
      {draft.format !== 'png' && (
        <SliderField
          label="Compression quality"
          range={[0, 100]}
          value={draft.compression}
          onChange={(compression) => onChange({ compression })}
        />
      )}
      <SliderField
        label="Pictures"
        range={[1, able.max_n]}
        value={draft.n}
        onChange={(n) => onChange({ n })}
      />
    </>
  )
}

type SliderFieldProps = {
  label: string
  range: [number, number]
  value: number
  onChange: (value: number) => void
}

function SliderField({ label, range: [min, max], value, onChange }: SliderFieldProps) {
  return (
    <Field label={label} aside={value}>
      {({ id }) => (
        <Slider id={id} aria-label={label} min={min} max={max} value={value} onValueChange={onChange} />
      )}
    </Field>
  )
}
