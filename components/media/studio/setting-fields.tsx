import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const ICON_SIDE = 18

type RatioTileProps = {
  /** The name of the radio group. */
  name: string
  label: string
  /** Null: the model decides, shown by `sign`. */
  ratio: { width: number; height: number } | null
  sign: ReactNode
  isOn: boolean
  onChoose: () => void
}

/** A radio button for a size or a ratio, drawn to scale. */
export function RatioTile({ name, label, ratio, sign, isOn, onChoose }: RatioTileProps) {
  const scale = ratio ? ICON_SIDE / Math.max(ratio.width, ratio.height) : 0
  return (
    <label
      className={cn(
        'relative flex h-14 cursor-pointer flex-col items-center justify-center gap-1 rounded-md border text-xs has-focus-visible:outline-2 has-focus-visible:outline-brand',
        isOn
          ? 'border-brand bg-brand-soft text-foreground'
          : 'border-border text-muted-foreground hover:bg-accent',
      )}
    >
      <input type="radio" name={name} className="sr-only" checked={isOn} onChange={onChoose} />
      <span className="grid h-5 place-items-center" aria-hidden="true">
        {ratio ? (
          <span
            className="rounded-[2px] border border-current"
            style={{ width: ratio.width * scale, height: ratio.height * scale }}
          />
        ) : (
          sign
        )}
      </span>
      {label}
    </label>
  )
}

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
