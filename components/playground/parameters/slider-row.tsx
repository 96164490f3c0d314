import { Slider } from '@/components/ui/slider'
import { NumberBox } from './number-box'
import { ParameterRow } from './parameter-row'
import type { Support } from './use-settings'

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
