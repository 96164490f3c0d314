import { NumberBox } from './number-box'
import { ParameterRow } from './parameter-row'
import type { Support } from './use-settings'

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
