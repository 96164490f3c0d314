import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const MOST_DIGITS = 9

type SeedFieldProps = {
  /** Empty: any. */
  value: string
  onChange: (seed: string) => void
}

export function SeedField({ value, onChange }: SeedFieldProps) {
  return (
    <Field label="Seed" aside="Optional">
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          placeholder="Any"
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, MOST_DIGITS))}
        />
      )}
    </Field>
  )
}
