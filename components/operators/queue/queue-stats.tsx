'use client'

import { RelativeTime } from '@/components/data/relative-time'
import { Stat } from '@/components/data/stat'
import { StatGrid } from '@/components/data/stat-grid'
import { formatNumber } from '@/lib/client/format/number'
import type { QueueReply } from '@/lib/operators/schema'

type QueueStatsProps = {
  totals: QueueReply['totals'] | undefined
  /** They could not be loaded: no figure is to come. */
  isMissing: boolean
}

export function QueueStats({ totals, isMissing }: QueueStatsProps) {
  const of = (name: Exclude<keyof QueueReply['totals'], 'waiting_since'>) =>
    totals ? formatNumber(totals[name]) : isMissing ? '–' : undefined
  return (
    <section aria-label="Figures">
      <StatGrid>
        <Stat
          name="Waiting"
          note={
            totals?.waiting_since && (
              <>
                the oldest <RelativeTime at={totals.waiting_since} />
              </>
            )
          }
        >
          {of('waiting')}
        </Stat>
        <Stat name="Running">{of('active')}</Stat>
        <Stat name="For later">{of('deferred')}</Stat>
        <Stat name="Failed">{of('failed')}</Stat>
        <Stat name="Done, still kept">{of('completed')}</Stat>
      </StatGrid>
    </section>
  )
}
