'use client'

import { RelativeTime } from '@/components/data/relative-time'
import { Stat } from '@/components/data/stat'
import { StatGrid } from '@/components/data/stat-grid'
import { formatNumber } from '@/lib/client/format/number'
import type { QueueReply } from '@/lib/operators/queue-schema'

export function QueueStats({ totals }: { totals: QueueReply['totals'] | undefined }) {
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
          {totals && formatNumber(totals.waiting)}
        </Stat>
        <Stat name="Running">{totals && formatNumber(totals.active)}</Stat>
        <Stat name="For later">{totals && formatNumber(totals.deferred)}</Stat>
        <Stat name="Failed">{totals && formatNumber(totals.failed)}</Stat>
        <Stat name="Done, still kept">{totals && formatNumber(totals.completed)}</Stat>
      </StatGrid>
    </section>
  )
}
