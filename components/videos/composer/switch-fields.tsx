import { SwitchRow } from '@/components/forms/choice'
import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { VideoDraft } from '../draft'

type SwitchFieldsProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  able: VideoCapabilities
}

type Switched = 'hasAudio' | 'isCameraFixed' | 'hasWatermark' | 'returnsLastFrame' | 'isFlex' | 'isDraft'

export function SwitchFields({ draft, onChange, able }: SwitchFieldsProps) {
  const isFinal = draft.finishes !== null
  const isDraft = draft.isDraft && able.draft && !isFinal
  const rows: { name: Switched; label: string; hint?: string; isShown: boolean }[] = [
    {
      name: 'hasAudio',
      label: 'Audio',
      hint: 'Sound made with the pictures',
      isShown: able.generate_audio && !able.always_audio && !isFinal,
    },
    { name: 'isCameraFixed', label: 'Fixed camera', isShown: able.camera_fixed && !isFinal },
    {
      name: 'returnsLastFrame',
      label: 'Keep the last frame',
      hint: 'To begin the next clip with',
      isShown: able.return_last_frame && !isDraft,
    },
    { name: 'hasWatermark', label: 'Watermark', isShown: able.watermark },
    { name: 'isFlex', label: 'Flex', hint: 'Slower, when there is room', isShown: able.flex && !isDraft },
    {
      name: 'isDraft',
      label: 'Draft',
      hint: 'A quick look, to be finished later',
      isShown: able.draft && !isFinal,
    },
  ]
  const shown = rows.filter(({ isShown }) => isShown)
  if (shown.length === 0) return null
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
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
