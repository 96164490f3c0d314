import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ImageDraft } from '../draft'
import { isOwnSize } from './is-own-size'
import { SizeChoice } from './size-choice'
import { presetOf, sizePresets } from './sizes'
import { typeSize } from './type-size'

type SizeFieldProps = {
  draft: ImageDraft
  onChange: (part: Pick<ImageDraft, 'size' | 'typedSize'>) => void
  /** Null: every size that the rules allow, custom ones too. */
  allowed: readonly string[] | null
}

export function SizeField({ draft: { size, typedSize }, onChange, allowed }: SizeFieldProps) {
  const presets = allowed === null ? sizePresets : allowed.filter((one) => one !== 'auto').map(presetOf)
  const isListed = size === 'auto' || presets.some((preset) => preset.size === size)
  const choose = (next: string) => onChange({ size: next, typedSize: '' })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-ink">Size</legend>
      <div className="grid grid-cols-4 gap-1.5">
        <SizeChoice label="Auto" isOn={size === 'auto'} onChoose={() => choose('auto')} />
        {presets.map((preset) => (
          <SizeChoice
            key={preset.size}
            label={preset.label}
            preset={preset}
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
            typedSize === '' || isOwnSize(typedSize)
              ? undefined
              : 'Sides of 16, 32, 48 … up to 3840x2160, at most 3:1.'
          }
        >
          {(control) => (
            <Input
              {...control}
              placeholder="Custom size, such as 2048x1152"
              value={typedSize || (isListed ? '' : size)}
              onChange={(event) => onChange(typeSize(event.target.value, { size, isListed }))}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}
