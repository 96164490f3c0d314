import { Clapperboard } from 'lucide-react'
import { PromptExamples } from '@/components/studio/prompt-examples'
import { EmptyState } from '@/components/ui/empty-state'

type EmptyHistoryProps = { isFiltered: boolean; onExample: (prompt: string) => void }

const examples = [
  'A paper boat drifts down a rainy street, the camera follows close to the water',
  'Clouds race over a mountain lake while the sun goes down',
  'A cat on a windowsill turns its head towards the camera',
]

export function EmptyHistory({ isFiltered, onExample }: EmptyHistoryProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<Clapperboard />}
        title="No matching videos"
        description="Try other words, or another state."
      />
    )
  return (
    <EmptyState
      icon={<Clapperboard />}
      title="Nothing filmed yet"
      description="Describe a scene and press Generate. Everything you make is kept here for 30 days. Begin with one of these:"
      action={<PromptExamples examples={examples} onChoose={onExample} />}
    />
  )
}
