import { OptionField } from '@/components/forms/option-select'
import { RatioTile, SeedField } from '@/components/media/studio/setting-fields'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Slider } from '@/components/ui/slider'
import type { ImageCapabilities } from '@/lib/catalog/models/schema'
import { isDrawableSize } from '@/lib/media/images/limits'
import { defaultSettings, type ImageDraft, needsNoPrompt, sizesOf } from '../draft'

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

/** The settings that the model supports. `draft` is settled. */
export function SettingsFields({ draft, onChange, able }: SettingsFieldsProps) {
  const size = <SizeField draft={draft} onChange={onChange} allowed={sizesOf(draft.way, able)} />
  if (draft.way === 'vary') return size
  const isUpkeep = needsNoPrompt(able)
  return (
    <>
      {(!isUpkeep || able.sizes === 'any') && size}
      <div className="grid grid-cols-2 gap-3">
        {!isUpkeep && (
          <OptionField
            label="Quality"
            options={qualities}
            value={draft.quality}
            onValueChange={(quality) => onChange({ quality })}
          />
        )}
        <OptionField
          label="Format"
          options={formats.filter(({ value }) => value !== 'jpeg' || !able.remove_background)}
          value={draft.format}
          onValueChange={(format) => onChange({ format })}
        />
        {!isUpkeep && (
          <OptionField
            label="Background"
            options={backgrounds.filter(
              ({ value }) => value !== 'transparent' || (able.transparent && draft.format !== 'jpeg'),
            )}
            value={draft.background}
            onValueChange={(background) => onChange({ background })}
          />
        )}
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
      {able.max_n > 1 && (
        <SliderField
          label="Images"
          range={[1, able.max_n]}
          value={draft.n}
          onChange={(n) => onChange({ n })}
        />
      )}
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

type SizeFieldProps = {
  draft: ImageDraft
  onChange: (part: Pick<ImageDraft, 'size' | 'typedSize'>) => void
  /** Null: every valid size, including custom ones. */
  allowed: readonly string[] | null
}

function SizeField({ draft: { size, typedSize }, onChange, allowed }: SizeFieldProps) {
  const presets = allowed === null ? sizePresets : allowed.filter((one) => one !== 'auto').map(presetOf)
  const isListed = size === 'auto' || presets.some((preset) => preset.size === size)
  const choose = (next: string) => onChange({ size: next, typedSize: '' })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-foreground">Size</legend>
      <div className="grid grid-cols-4 gap-1.5">
        <RatioTile
          {...tile}
          label="Auto"
          ratio={null}
          isOn={size === 'auto'}
          onChoose={() => choose('auto')}
        />
        {presets.map((preset) => (
          <RatioTile
            {...tile}
            key={preset.size}
            label={preset.label}
            ratio={preset}
            isOn={size === preset.size}
            onChoose={() => choose(preset.size)}
          />
        ))}
      </div>
      {allowed === null && (
        <Field
          label="Custom size"
          hideLabel
          error={
            typedSize === '' || isDrawableSize(typedSize)
              ? undefined
              : 'Use sides that are multiples of 16, up to 3840x2160, and a ratio of 3:1 or less.'
          }
        >
          {(control) => (
            <Input
              {...control}
              placeholder="Custom size, e.g. 2048x1152"
              value={typedSize || (isListed ? '' : size)}
              onChange={(event) => onChange(typeSize(event.target.value, { size, isListed }))}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}

const tile = { name: 'size', sign: '✦' }

type SizePreset = { label: string; size: string; width: number; height: number }

const preset = (label: string, width: number, height: number): SizePreset => ({
  label,
  size: `${width}x${height}`,
  width,
  height,
})

/** Common ratios, in sizes that every rule allows. */
const sizePresets: readonly SizePreset[] = [
  preset('1:1', 1024, 1024),
  preset('3:2', 1536, 1024),
  preset('2:3', 1024, 1536),
  preset('16:9', 1792, 1008),
  preset('9:16', 1008, 1792),
  preset('21:9', 1792, 768),
]

/** A size that a model lists, labeled by its ratio if that is a common one. */
function presetOf(size: string): SizePreset {
  const [width = 1, height = 1] = size.split('x').map(Number)
  const usual = sizePresets.find((one) => one.size === size)
  return usual ?? preset(`${width} × ${height}`, width, height)
}

type ChosenSize = Pick<ImageDraft, 'size' | 'typedSize'>

/** The size after this text was typed as a custom size. `isListed`: the size chosen before is one of the tiles. */
export function typeSize(text: string, { size, isListed }: { size: string; isListed: boolean }): ChosenSize {
  if (isDrawableSize(text)) return { size: text, typedSize: text }
  if (text === '' && !isListed) return { size: defaultSettings.size, typedSize: '' }
  return { size, typedSize: text }
}
