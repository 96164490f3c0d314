import { SwitchRow } from '@/components/forms/choice'
import { OptionField } from '@/components/forms/option-select'
import { Field } from '@/components/ui/field'
import { Slider } from '@/components/ui/slider'
import type { VideoCapabilities } from '@/lib/catalog/schema'

type DurationFieldProps = {
  value: number
  onChange: (seconds: number) => void
  able: VideoCapabilities
  /** The only ones there are; null: every second of the range. */
  choices: readonly number[] | null
}

const USUAL_SECONDS = 5

export function DurationField({ value, onChange, able, choices }: DurationFieldProps) {
  const { min_seconds: min, max_seconds: max } = able
  const isAutomatic = value === -1
  const usual = Math.min(Math.max(able.default_seconds, min), max)
  return (
    <div className="flex flex-col gap-2">
      {choices !== null && !isAutomatic ? (
        <OptionField
          label="Duration"
          options={choices.map((seconds) => ({ value: String(seconds), label: `${seconds} s` }))}
          value={String(value)}
          onValueChange={(next) => onChange(Number(next))}
        />
      ) : (
        <Field label="Duration" aside={isAutomatic ? `Up to ${max} s` : `${value} s`}>
          {({ id }) => (
            <Slider
              id={id}
              aria-label="Duration in seconds"
              min={min}
              max={max}
              disabled={isAutomatic || min === max}
              quiet={isAutomatic}
              value={isAutomatic ? max : value}
              onValueChange={onChange}
            />
          )}
        </Field>
      )}
      {able.automatic_duration && (
        <SwitchRow
          label="Automatic duration"
          checked={isAutomatic}
          onCheckedChange={(isOn) =>
            onChange(isOn ? -1 : able.default_seconds === -1 ? Math.min(USUAL_SECONDS, max) : usual)
          }
        />
      )}
    </div>
  )
}
