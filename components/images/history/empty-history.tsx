import { ImagePlus } from 'lucide-react'
import { PromptExamples } from '@/components/studio/prompt-examples'
import { EmptyState } from '@/components/ui/empty-state'

type EmptyHistoryProps = { isFiltered: boolean; onExample: (prompt: string) => void }

const examples = [
  'A lighthouse at dusk, waves below, oil on canvas',
  'A poster for a jazz festival, flat colours, bold letters',
  'A red paper boat on a wet street, seen from close to the ground',
]

export function EmptyHistory({ isFiltered, onExample }: EmptyHistoryProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<ImagePlus />}
        title="No matching pictures"
        description="Try other words, or another state."
      />
    )
  return (
    <EmptyState
      icon={<ImagePlus />}
      title="Nothing made yet"
      description="Describe a picture and press Generate. Everything you make is kept here for 30 days. Begin with one of these:"
      action={<PromptExamples examples={examples} onChoose={onExample} />}
    />
  )
}
