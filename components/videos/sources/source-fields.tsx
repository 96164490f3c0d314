import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { VideoDraft } from '../draft'
import { FrameSlot } from './frame-slot'
import { ReferenceList } from './reference-list'

type SourceFieldsProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  able: VideoCapabilities
}

/** The pictures, videos and sounds that a mode asks for. */
export function SourceFields({ draft, onChange, able }: SourceFieldsProps) {
  if (draft.mode === 'text') return null
  if (draft.mode === 'references')
    return (
      <ReferenceList
        references={draft.references}
        onChange={(references) => onChange({ references })}
        able={able}
      />
    )
  return (
    <div className={draft.mode === 'ends' ? 'grid grid-cols-2 gap-3' : 'grid'}>
      <FrameSlot label="First frame" frame={draft.first} onChange={(first) => onChange({ first })} />
      {draft.mode === 'ends' && (
        <FrameSlot label="Last frame" frame={draft.last} onChange={(last) => onChange({ last })} />
      )}
    </div>
  )
}
