import { OptionSelect } from '@/components/forms/option-select'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { VideoDraft } from '../draft'
import { DurationField } from './duration-field'
import { RatioField } from './ratio-field'
import { settleDraft } from './settle-draft'
import { SwitchFields } from './switch-fields'

type SettingsFieldsProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  able: VideoCapabilities
}

const SEED_DIGITS = 9

/** What the model can be told; what it cannot do is not offered. */
export function SettingsFields({ draft, onChange, able }: SettingsFieldsProps) {
  const { ratio, ratios, resolution, resolutions, duration, durations } = settleDraft(draft, able)
  const isFinal = draft.finishes !== null
  return (
    <>
      {!isFinal && ratios.length > 1 && (
        <RatioField value={ratio} ratios={ratios} onChange={(next) => onChange({ ratio: next })} />
      )}
      {!isFinal && (
        <DurationField
          value={duration}
          onChange={(next) => onChange({ duration: next })}
          able={able}
          choices={durations}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label="Resolution">
          {(control) => (
            <OptionSelect
              {...control}
              options={resolutions.map((value) => ({ value, label: value }))}
              value={resolution}
              onValueChange={(next) => onChange({ resolution: next })}
            />
          )}
        </Field>
        {able.seed && !isFinal && (
          <Field label="Seed" aside="Optional">
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                placeholder="Any"
                value={draft.seed}
                onChange={(event) =>
                  onChange({ seed: event.target.value.replace(/\D/g, '').slice(0, SEED_DIGITS) })
                }
              />
            )}
          </Field>
        )}
      </div>
      <SwitchFields draft={draft} onChange={onChange} able={able} />
    </>
  )
}
