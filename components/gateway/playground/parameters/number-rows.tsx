import { type ComponentProps, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'
import { Slider } from '@/components/ui/slider'
import { ParameterRow, useSettings } from './parameter-row'

type SliderRowProps = {
  name: 'temperature' | 'topP' | 'frequencyPenalty' | 'presencePenalty'
  label: string
  /** What holds when nothing is sent. */
  usual: number
  min: number
  max: number
  step: number
}

/** A number within bounds, by the thumb or typed. */
export function SliderRow({ name, label, usual, min, max, step }: SliderRowProps) {
  const { settings, change } = useSettings()
  const value = settings[name]
  const onChange = (next: number | null) => change({ [name]: next })
  return (
    <ParameterRow
      name={name}
      label={label}
      onReset={value === null ? undefined : () => onChange(null)}
      aside={(control) => (
        <NumberBox
          {...control}
          value={value}
          onChange={onChange}
          min={min}
          max={max}
          placeholder={String(usual)}
          className="w-14"
        />
      )}
    >
      {(control) => (
        <Slider
          aria-label={`${label}, slider`}
          value={value ?? usual}
          quiet={value === null}
          min={min}
          max={max}
          step={step}
          disabled={control.disabled}
          onValueChange={(next) => onChange(Number(next.toFixed(2)))}
        />
      )}
    </ParameterRow>
  )
}

type IntegerRowProps = {
  name: 'maxTokens' | 'seed'
  label: string
  min: number
  max?: number
  placeholder: string
}

/** A whole number that may be left out. */
export function IntegerRow({ name, label, ...box }: IntegerRowProps) {
  const { settings, change } = useSettings()
  return (
    <ParameterRow
      name={name}
      label={label}
      aside={(control) => (
        <NumberBox
          {...control}
          {...box}
          integer
          className="w-24"
          value={settings[name]}
          onChange={(value) => change({ [name]: value })}
        />
      )}
    />
  )
}

type NumberBoxProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'min' | 'max'> & {
  value: number | null
  onChange: (value: number | null) => void
  min?: number | undefined
  max?: number | undefined
  integer?: boolean
}

/** A number that may be left out. It counts once the box is left, and is pulled into its range then. */
function NumberBox({ value, onChange, min, max, integer = false, className, ...rest }: NumberBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function take() {
    if (typed === null) return
    setTyped(null)
    const number = Number(typed)
    if (typed.trim() === '') onChange(null)
    else if (Number.isFinite(number)) onChange(clamp(integer ? Math.round(number) : number, min, max))
  }

  return (
    <Input
      {...rest}
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? (value === null ? '' : String(value))}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
      className={cn('figures h-7 px-2 text-right text-xs', className)}
    />
  )
}

function clamp(value: number, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): number {
  return Math.min(max, Math.max(min, value))
}
