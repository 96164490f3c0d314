import { Button } from '@/components/ui/button'
import type { VideoRecord } from '@/lib/videos/schema'

type ChainStripProps = {
  chain: readonly VideoRecord[]
  shownId: string
  onShow: (record: VideoRecord) => void
}

/** The clips of one chain, in the order in which they go on from each other. */
export function ChainStrip({ chain, shownId, onShow }: ChainStripProps) {
  if (chain.length < 2) return null
  return (
    <nav aria-label="Chain of clips" className="flex flex-col gap-1.5">
      <p className="text-xs text-faint">Chain of {chain.length} clips</p>
      <ol className="flex flex-wrap gap-1.5">
        {chain.map((one, place) => (
          <li key={one.id}>
            <Button
              size="sm"
              variant={one.id === shownId ? 'primary' : 'secondary'}
              aria-current={one.id === shownId || undefined}
              aria-label={`Clip ${place + 1}: ${one.prompt.slice(0, 80)}`}
              onClick={() => onShow(one)}
            >
              {place + 1}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
