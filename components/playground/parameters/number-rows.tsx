import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'
import { Slider } from '@/components/ui/slider'
import { ParameterRow, type Support } from './parameter-row'

type SliderRowProps = {
  label: string
  value: number | null
  /** What holds when nothing is sent. */
  usual: number
  min: number
  max: number
  step: number
  support: Support
  onChange: (value: number | null) => void
}

/** A number within bounds, by the thumb or typed. */
export function SliderRow({ label, value, usual, min, max, step, support, onChange }: SliderRowProps) {
  return (
    <ParameterRow
      label={label}
      support={support}
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
  label: string
  support: Support
  min: number
  max?: number
  value: number | null
  onChange: (value: number | null) => void
  placeholder: string
}

/** A whole number that may be left out. */
export function IntegerRow({ label, support, ...box }: IntegerRowProps) {
  return (
    <ParameterRow
      label={label}
      support={support}
      aside={(control) => <NumberBox {...control} {...box} integer className="w-24" />}
    />
  )
}

type NumberBoxProps = {
  id?: string | undefined
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  integer?: boolean
  placeholder: string
  disabled?: boolean
  className?: string
}

/** A number that may be left out. It is taken when the box is left, and pulled into its range then. */
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
