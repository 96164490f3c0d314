import { OptionSelect } from '@/components/forms/option-select'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Slider } from '@/components/ui/slider'
import type { ImageCapabilities } from '@/lib/catalog/schema'
import type { ImageDraft } from '../draft'
import { sizesOf } from './settle-draft'
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

/** What the model can be told, by a settled draft; what it cannot do is not offered. */
export function SettingsFields({ draft, onChange, able }: SettingsFieldsProps) {
  const size = (
    <SizeField
      value={draft.size}
      onChange={(next) => onChange({ size: next })}
      allowed={sizesOf(draft.way, able)}
    />
  )
  if (draft.way === 'vary') return size
  const shownBackgrounds = backgrounds.filter(
    ({ value }) => value !== 'transparent' || (able.transparent && draft.format !== 'jpeg'),
  )
  return (
    <>
      {size}
      <div className="grid grid-cols-2 gap-3">
        <Field label="Quality">
          {(control) => (
            <OptionSelect
              {...control}
              options={qualities}
              value={draft.quality}
              onValueChange={(quality) => onChange({ quality })}
            />
          )}
        </Field>
        <Field label="Format">
          {(control) => (
            <OptionSelect
              {...control}
              options={formats}
              value={draft.format}
              onValueChange={(format) => onChange({ format })}
            />
          )}
        </Field>
        <Field label="Background">
          {(control) => (
            <OptionSelect
              {...control}
              options={shownBackgrounds}
              value={draft.background}
              onValueChange={(background) => onChange({ background })}
            />
          )}
        </Field>
        {able.seed && (
          <Field label="Seed" aside="Optional">
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                placeholder="Any"
                value={draft.seed}
                onChange={(event) => onChange({ seed: event.target.value.replace(/\D/g, '').slice(0, 9) })}
              />
            )}
          </Field>
        )}
      </div>
      {draft.format !== 'png' && (
        <Field label="Compression quality" aside={draft.compression}>
          {({ id }) => (
            <Slider
              id={id}
              aria-label="Compression quality"
              min={0}
              max={100}
              value={draft.compression}
              onValueChange={(compression) => onChange({ compression })}
            />
          )}
        </Field>
      )}
      <Field label="Pictures" aside={draft.n}>
        {({ id }) => (
          <Slider
            id={id}
            aria-label="Pictures"
            min={1}
            max={able.max_n}
            value={draft.n}
            onValueChange={(n) => onChange({ n })}
          />
        )}
      </Field>
    </>
  )
}
