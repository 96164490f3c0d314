'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'

type StartFieldProps = {
  /** As the box has it; null: now. */
  value: string | null
  onChange: (value: string | null) => void
}

/** From when a price holds. */
export function StartField({ value, onChange }: StartFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <ToggleGroup
        type="single"
        aria-label="When"
        value={value === null ? 'now' : 'later'}
        onValueChange={(choice) => choice && onChange(choice === 'now' ? null : '')}
      >
        <ToggleGroupItem value="now">From now on</ToggleGroupItem>
        <ToggleGroupItem value="later">From a later moment</ToggleGroupItem>
      </ToggleGroup>
      {value !== null && (
        <Field label="Holds from" hint="In your own time zone. Nodes use it within half a minute.">
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              className="figures sm:w-60"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
    </div>
  )
}
