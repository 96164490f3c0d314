import { OptionField } from '@/components/forms/option-select'
import { SeedField } from '@/components/studio/seed-field'
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
        <OptionField
          label="Resolution"
          options={resolutions.map((value) => ({ value, label: value }))}
          value={resolution}
          onValueChange={(next) => onChange({ resolution: next })}
        />
        {able.seed && !isFinal && <SeedField value={draft.seed} onChange={(seed) => onChange({ seed })} />}
      </div>
      <SwitchFields draft={draft} onChange={onChange} able={able} />
    </>
  )
}
