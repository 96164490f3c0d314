import { Sparkles } from 'lucide-react'
import { OptionField } from '@/components/forms/option-select'
import { SwitchRow } from '@/components/forms/switch-row'
import { RatioTile, SeedField } from '@/components/media/studio/setting-fields'
import { Field } from '@/components/ui/field'
import { Slider } from '@/components/ui/slider'
import type { VideoCapabilities } from '@/lib/catalog/models/schema'
import type { VideoRecord } from '@/lib/media/videos/schema'
import { settleDraft, type VideoDraft } from '../draft'

type SettingsFieldsProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  able: VideoCapabilities
}

/** The settings that the model supports. */
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

type Ratio = VideoRecord['ratio']
type RatioFieldProps = { value: Ratio; ratios: readonly Ratio[]; onChange: (ratio: Ratio) => void }

function RatioField({ value, ratios, onChange }: RatioFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-foreground">Ratio</legend>
      <div className="grid grid-cols-4 gap-1.5">
        {ratios.map((ratio) => (
          <RatioTile
            key={ratio}
            name="ratio"
            label={ratio === 'adaptive' ? 'Auto' : ratio}
            ratio={sidesOf(ratio)}
            sign={<Sparkles className="size-4" />}
            isOn={ratio === value}
            onChoose={() => onChange(ratio)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function sidesOf(ratio: Ratio): { width: number; height: number } | null {
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  return width > 0 && height > 0 ? { width, height } : null
}

type DurationFieldProps = {
  value: number
  onChange: (seconds: number) => void
  able: VideoCapabilities
  /** The supported durations; null: every second of the range. */
  choices: readonly number[] | null
}

const USUAL_SECONDS = 5

function DurationField({ value, onChange, able, choices }: DurationFieldProps) {
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

type SwitchFieldsProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  able: VideoCapabilities
}

type Switched = 'hasAudio' | 'isCameraFixed' | 'hasWatermark' | 'returnsLastFrame' | 'isFlex' | 'isDraft'

function SwitchFields({ draft, onChange, able }: SwitchFieldsProps) {
  const isFinal = draft.finishes !== null
  const isDraft = draft.isDraft && able.draft && !isFinal
  const rows: { name: Switched; label: string; hint?: string; isShown: boolean }[] = [
    {
      name: 'hasAudio',
      label: 'Audio',
      hint: 'Adds sound to the video',
      isShown: able.generate_audio && !able.always_audio && !isFinal,
    },
    { name: 'isCameraFixed', label: 'Fixed camera', isShown: able.camera_fixed && !isFinal },
    {
      name: 'returnsLastFrame',
      label: 'Keep last frame',
      hint: 'Lets you continue from it',
      isShown: able.return_last_frame && !isDraft,
    },
    { name: 'hasWatermark', label: 'Watermark', isShown: able.watermark },
    {
      name: 'isFlex',
      label: 'Flex',
      hint: 'Slower; runs when there is capacity',
      isShown: able.flex && !isDraft,
    },
    {
      name: 'isDraft',
      label: 'Draft',
      hint: 'A quick preview to finish later',
      isShown: able.draft && !isFinal,
    },
  ]
  const shown = rows.filter(({ isShown }) => isShown)
  if (shown.length === 0) return null
  return (
    <div className="flex flex-col gap-3 border-t border-border pt-4">
      {shown.map(({ name, label, hint }) => (
        <SwitchRow
          key={name}
          label={label}
          hint={hint}
          checked={draft[name]}
          onCheckedChange={(isOn) => onChange({ [name]: isOn })}
        />
      ))}
    </div>
  )
}
