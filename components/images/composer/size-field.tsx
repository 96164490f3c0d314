import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ImageSize } from '@/lib/images/schema'
import { presetOf, type SizePreset, sizePresets } from './sizes'

type SizeFieldProps = {
  value: string
  onChange: (size: string) => void
  /** Null: every size that the rules allow, also of one's own choosing. */
  allowed: readonly string[] | null
}

const ICON_SIDE = 18

export function SizeField({ value, onChange, allowed }: SizeFieldProps) {
  const [typed, setTyped] = useState('')
  const presets = allowed === null ? sizePresets : allowed.filter((size) => size !== 'auto').map(presetOf)
  const isListed = value === 'auto' || presets.some(({ size }) => size === value)
  // What is being typed counts until another size is chosen, here or from an earlier task.
  const own = typed === value || (typed !== '' && !isOwnSize(typed)) ? typed : isListed ? '' : value
  const ownError =
    own !== '' && !isOwnSize(own) ? 'Sides of 16, 32, 48 … up to 3840x2160, at most 3:1.' : undefined
  const choose = (size: string) => {
    setTyped('')
    onChange(size)
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-ink">Size</legend>
      <div className="grid grid-cols-4 gap-1.5">
        <Choice label="Auto" isOn={value === 'auto'} onChoose={() => choose('auto')} />
        {presets.map((one) => (
          <Choice
            key={one.size}
            label={one.label}
            preset={one}
            isOn={value === one.size}
            onChoose={() => choose(one.size)}
          />
        ))}
      </div>
      {allowed === null && (
        <Field label="Custom size" hideLabel error={ownError}>
          {(control) => (
            <Input
              {...control}
              placeholder="Custom size, such as 2048x1152"
              value={own}
              onChange={(event) => {
                setTyped(event.target.value)
                if (isOwnSize(event.target.value)) onChange(event.target.value)
              }}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}

type ChoiceProps = { label: string; preset?: SizePreset; isOn: boolean; onChoose: () => void }

function Choice({ label, preset, isOn, onChoose }: ChoiceProps) {
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

function isOwnSize(text: string): boolean {
  return text !== 'auto' && ImageSize.safeParse(text).success
}
